// The least
// Written by farbank. The values of the cells:
// a_1 (a[1]): 0 to 5
// a_2 (a[2]): 0 to 5
// A shortest plan: spin -run -bfs FILE, and then spin -t FILE prints it.
// No error means that no plan exists.

byte a_1;
byte a_2;

#ifndef BEST
#define BEST 2
#endif
#define goal_met ((a_1 + a_2) <= BEST)

init {
  if
  :: a_1 = 0
  :: a_1 = 1
  :: a_1 = 2
  :: a_1 = 3
  :: a_1 = 4
  :: a_1 = 5
  fi;
  // require a[1] + a[2] >= 2 and a[1] != 1
  if :: (a_1 != 1) :: else -> goto finished fi;
  if
  :: a_2 = 0
  :: a_2 = 1
  :: a_2 = 2
  :: a_2 = 3
  :: a_2 = 4
  :: a_2 = 5
  fi;
  // require a[1] + a[2] >= 2 and a[1] != 1
  if :: (2 <= (a_1 + a_2)) :: else -> goto finished fi;
  d_step {
    printf("FOUND 0 a_1 = %d\n", a_1);
    printf("FOUND 1 a_2 = %d\n", a_2);
    assert(!goal_met)
  };
end_moves:
finished: skip
}
