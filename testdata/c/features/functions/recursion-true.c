// a recursive function
// expect: TRUE
extern void reach_error(void);

static int fact(int n) { return n <= 1 ? 1 : n + fact(n - 1); }

int main(void) {
  if (fact(5) != 15) reach_error();
  return 0;
}
