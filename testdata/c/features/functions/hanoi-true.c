// two recursive calls
// expect: TRUE
extern void reach_error(void);

static int moves(int n) { return n == 0 ? 0 : moves(n - 1) + 1 + moves(n - 1); }

int main(void) {
  if (moves(3) != 7) reach_error();
  return 0;
}
