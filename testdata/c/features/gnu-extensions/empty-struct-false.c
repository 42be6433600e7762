// a struct without members
// expect: FALSE
extern void reach_error(void);

struct e {};

int main(void) {
  struct e a, b;
  a = b;
  if (sizeof a == 0) reach_error();
  return 0;
}
