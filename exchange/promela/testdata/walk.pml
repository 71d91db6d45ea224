// Walking with a price
// Written by farbank. The values of the cells:
// door_ (door): 2 to 3
// at_ (at): 1 to 4
// cell_1_in_seen (1 in seen): 0 false, 1 true
// cell_2_in_seen (2 in seen): 0 false, 1 true
// cell_3_in_seen (3 in seen): 0 false, 1 true
// cell_4_in_seen (4 in seen): 0 false, 1 true
// last_minus_1 (last[-1]): 0 to 4
// last_0 (last[0]): 0 to 4
// last_1 (last[1]): 0 to 4
// A shortest plan: spin -run -bfs FILE, and then spin -t FILE prints it.
// No error means that no plan exists.

// The search is for plans of at most this cost.
#ifndef BEST
#define BEST 6
#endif
int total_cost = 0;
byte door_;
byte at_;
bool cell_1_in_seen;
bool cell_2_in_seen;
bool cell_3_in_seen;
bool cell_4_in_seen;
byte last_minus_1;
byte last_0;
byte last_1;
int value_0;
int value_1;
int value_2;
int value_3;
int value_4;

// goal at == 4
// goal last[1] == 3 and max(last[0], last[-1]) <= 0
#define goal_met ((at_ == 4) && ((last_1 == 3) && ((((last_0 >= last_minus_1)) -> last_0 : last_minus_1) <= 0)))

init {
  if
  :: door_ = 2
  :: door_ = 3
  fi;
  d_step {
    at_ = 1;
    cell_1_in_seen = true;
    cell_2_in_seen = false;
    cell_3_in_seen = false;
    cell_4_in_seen = false;
    last_minus_1 = 0;
    last_0 = 0;
    last_1 = 0;
  };
  d_step {
    printf("FOUND 0 door_ = %d\n", door_);
    assert(!goal_met)
  };
end_moves:
  do
  :: d_step {
       (((-((-at_) + 1)) == 1) && (!cell_1_in_seen) && ((at_ != ((-door_) + 4)) || ((cell_1_in_seen + cell_2_in_seen + cell_3_in_seen + cell_4_in_seen) < 3)) && ((-1) <= ((-at_) + 1)) && (total_cost + 3 <= BEST)) ->
       total_cost = total_cost + 3;
       cell_1_in_seen = true;
       last_minus_1 = ((((-at_) + 1) == (-1)) -> (((at_ <= 1)) -> at_ : 1) : last_minus_1);
       last_0 = ((((-at_) + 1) == 0) -> (((at_ <= 1)) -> at_ : 1) : last_0);
       at_ = 1;
       printf("MOVE 0 go(1)\n");
       assert(!goal_met)
     }
  :: d_step {
       (((((-at_) + 2) < 0 -> (-((-at_) + 2)) : ((-at_) + 2)) == 1) && (!cell_2_in_seen) && ((at_ != ((-door_) + 4)) || ((cell_1_in_seen + cell_2_in_seen + cell_3_in_seen + cell_4_in_seen) < 3)) && ((-1) <= ((-at_) + 2)) && (total_cost + 1 <= BEST)) ->
       total_cost = total_cost + 1;
       cell_2_in_seen = true;
       last_minus_1 = ((((-at_) + 2) == (-1)) -> (((at_ <= 2)) -> at_ : 2) : last_minus_1);
       last_0 = ((((-at_) + 2) == 0) -> (((at_ <= 2)) -> at_ : 2) : last_0);
       last_1 = ((((-at_) + 2) == 1) -> (((at_ <= 2)) -> at_ : 2) : last_1);
       at_ = 2;
       printf("MOVE 1 go(2)\n");
       assert(!goal_met)
     }
  :: d_step {
       (((((-at_) + 3) < 0 -> (-((-at_) + 3)) : ((-at_) + 3)) == 1) && (!cell_3_in_seen) && ((at_ != ((-door_) + 4)) || ((cell_1_in_seen + cell_2_in_seen + cell_3_in_seen + cell_4_in_seen) < 3)) && (((-at_) + 3) <= 1) && (total_cost + 4 <= BEST)) ->
       total_cost = total_cost + 4;
       cell_3_in_seen = true;
       last_minus_1 = ((((-at_) + 3) == (-1)) -> (((at_ <= 3)) -> at_ : 3) : last_minus_1);
       last_0 = ((((-at_) + 3) == 0) -> (((at_ <= 3)) -> at_ : 3) : last_0);
       last_1 = ((((-at_) + 3) == 1) -> (((at_ <= 3)) -> at_ : 3) : last_1);
       at_ = 3;
       printf("MOVE 2 go(3)\n");
       assert(!goal_met)
     }
  :: d_step {
       ((((-at_) + 4) == 1) && (!cell_4_in_seen) && ((at_ != ((-door_) + 4)) || ((cell_1_in_seen + cell_2_in_seen + cell_3_in_seen + cell_4_in_seen) < 3)) && (((-at_) + 4) <= 1) && (total_cost + 1 <= BEST)) ->
       total_cost = total_cost + 1;
       cell_4_in_seen = true;
       last_0 = ((((-at_) + 4) == 0) -> (((at_ <= 4)) -> at_ : 4) : last_0);
       last_1 = ((((-at_) + 4) == 1) -> (((at_ <= 4)) -> at_ : 4) : last_1);
       at_ = 4;
       printf("MOVE 3 go(4)\n");
       assert(!goal_met)
     }
  od;
finished: skip
}
