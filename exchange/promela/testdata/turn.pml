// Turning {a} "coin"
// Written by farbank. The values of the cells:
// up_1 (up[1]): 0 heads, 1 tails
// up_2 (up[2]): 0 heads, 1 tails
// up_3 (up[3]): 0 heads, 1 tails
// done_ (done): 0 false, 1 true
// A shortest plan: spin -run -bfs FILE, and then spin -t FILE prints it.
// No error means that no plan exists.

byte up_1;
byte up_2;
byte up_3;
bool done_;
int value_0;
int value_1;

// goal done
#define goal_met (done_)

init {
  d_step {
    up_1 = 1;
    up_2 = 1;
    up_3 = 1;
    done_ = false;
  };
  // the last stays
  if :: ((up_3 == 1) || (up_1 == 0)) :: else -> goto finished fi;
  d_step {
    assert(!goal_met)
  };
end_moves:
  do
  :: d_step {
       ((up_1 == 1)) ->
       up_1 = 0;
       done_ = ((up_2 == 0) && (up_3 == 0));
       printf("MOVE 0 turn(1)\n");
       assert(!goal_met)
     }
  :: d_step {
       ((up_2 == 1) && ((up_3 == 1) || (up_1 == 0))) ->
       up_2 = 0;
       done_ = ((up_1 == 0) && (up_3 == 0));
       printf("MOVE 1 turn(2)\n");
       assert(!goal_met)
     }
  :: d_step {
       ((up_3 == 1) && (up_1 == 0)) ->
       up_3 = 0;
       done_ = ((up_1 == 0) && (up_2 == 0));
       printf("MOVE 2 turn(3)\n");
       assert(!goal_met)
     }
  od;
finished: skip
}
