// Numbers
// Written by farbank. The values of the cells:
// x_ (x): -4 to 6
// y_ (y): 1 to 4
// b_ (b): 0 false, 1 true
// c_1 (c[1]): 0 to 3
// c_2 (c[2]): 0 to 3
// c_3 (c[3]): 0 to 3
// cell_1_in_s (1 in s): 0 false, 1 true
// cell_2_in_s (2 in s): 0 false, 1 true
// cell_3_in_s (3 in s): 0 false, 1 true
// A shortest plan: spin -run -bfs FILE, and then spin -t FILE prints it.
// No error means that no plan exists.

short x_;
byte y_;
bool b_;
byte c_1;
byte c_2;
byte c_3;
bool cell_1_in_s;
bool cell_2_in_s;
bool cell_3_in_s;

#ifndef BEST
#define BEST 15
#endif
#define goal_met ((x_ + (y_ * 2) + (cell_1_in_s -> c_1 : 0) + (cell_2_in_s -> c_2 : 0) + (cell_3_in_s -> c_3 : 0)) >= BEST)

init {
  if
  :: x_ = -4
  :: x_ = -3
  :: x_ = -2
  :: x_ = -1
  :: x_ = 0
  :: x_ = 1
  :: x_ = 2
  :: x_ = 3
  :: x_ = 4
  :: x_ = 5
  :: x_ = 6
  fi;
  // require -x < 3 and not (x == 5 and b)
  if :: ((-x_) < 3) :: else -> goto finished fi;
  if
  :: y_ = 1
  :: y_ = 2
  :: y_ = 3
  :: y_ = 4
  fi;
  // a floor
  if :: ((((x_ - ((x_ % y_ + y_) % y_)) / y_) == 1) || (((x_ % y_ + y_) % y_) == 2)) :: else -> goto finished fi;
  // require distinct(c) and c[y] == 2
  if :: (y_ <= 3) :: else -> goto finished fi;
  if
  :: b_ = 0
  :: b_ = 1
  fi;
  // require b implies x * y > 3
  if :: ((!b_) || (3 < (x_ * y_))) :: else -> goto finished fi;
  // require if b then x >= y else x + 2 == -y
  if :: (b_ -> (y_ <= x_) : ((x_ + 2) == (-y_))) :: else -> goto finished fi;
  // require -x < 3 and not (x == 5 and b)
  if :: (!((x_ == 5) && b_)) :: else -> goto finished fi;
  if
  :: c_1 = 0
  :: c_1 = 1
  :: c_1 = 2
  :: c_1 = 3
  fi;
  if
  :: c_2 = 0
  :: c_2 = 1
  :: c_2 = 2
  :: c_2 = 3
  fi;
  // require distinct(c) and c[y] == 2
  if :: (c_1 != c_2) :: else -> goto finished fi;
  // require size(s) == 2 and s != {1, 2} and min(c[1], c[2], 9) + max(x, y) - abs(x - y) <= 7
  if :: (((((c_1 <= c_2) && (c_1 <= 9)) -> c_1 : (((c_2 <= 9)) -> c_2 : 9)) + (((x_ >= y_)) -> x_ : y_) + (-((x_ + (-y_)) < 0 -> (-(x_ + (-y_))) : (x_ + (-y_))))) <= 7) :: else -> goto finished fi;
  if
  :: c_3 = 0
  :: c_3 = 1
  :: c_3 = 2
  :: c_3 = 3
  fi;
  // require distinct(c) and c[y] == 2
  if :: (c_1 != c_3) :: else -> goto finished fi;
  // require distinct(c) and c[y] == 2
  if :: (c_2 != c_3) :: else -> goto finished fi;
  // require distinct(c) and c[y] == 2
  if :: ((((((((((y_ <= 3)) -> y_ : 3) >= 1)) -> (((y_ <= 3)) -> y_ : 3) : 1) + (-1)) == 0) -> c_1 : (((((((((y_ <= 3)) -> y_ : 3) >= 1)) -> (((y_ <= 3)) -> y_ : 3) : 1) + (-1)) == 1) -> c_2 : c_3)) == 2) :: else -> goto finished fi;
  if
  :: cell_1_in_s = 0
  :: cell_1_in_s = 1
  fi;
  // require all k: 1..3 where k in s { c[k] != 0 }
  if :: ((!cell_1_in_s) || (c_1 != 0)) :: else -> goto finished fi;
  if
  :: cell_2_in_s = 0
  :: cell_2_in_s = 1
  fi;
  // require all k: 1..3 where k in s { c[k] != 0 }
  if :: ((!cell_2_in_s) || (c_2 != 0)) :: else -> goto finished fi;
  if
  :: cell_3_in_s = 0
  :: cell_3_in_s = 1
  fi;
  // require all k: 1..3 where k in s { c[k] != 0 }
  if :: ((!cell_3_in_s) || (c_3 != 0)) :: else -> goto finished fi;
  // require size(s) == 2 and s != {1, 2} and min(c[1], c[2], 9) + max(x, y) - abs(x - y) <= 7
  if :: ((cell_1_in_s + cell_2_in_s + cell_3_in_s) == 2) :: else -> goto finished fi;
  // require size(s) == 2 and s != {1, 2} and min(c[1], c[2], 9) + max(x, y) - abs(x - y) <= 7
  if :: ((!cell_1_in_s) || (!cell_2_in_s) || cell_3_in_s) :: else -> goto finished fi;
  d_step {
    printf("FOUND 0 x_ = %d\n", x_);
    printf("FOUND 1 y_ = %d\n", y_);
    printf("FOUND 2 b_ = %d\n", b_);
    printf("FOUND 3 c_1 = %d\n", c_1);
    printf("FOUND 4 c_2 = %d\n", c_2);
    printf("FOUND 5 c_3 = %d\n", c_3);
    printf("FOUND 6 cell_1_in_s = %d\n", cell_1_in_s);
    printf("FOUND 7 cell_2_in_s = %d\n", cell_2_in_s);
    printf("FOUND 8 cell_3_in_s = %d\n", cell_3_in_s);
    assert(!goal_met)
  };
end_moves:
finished: skip
}
