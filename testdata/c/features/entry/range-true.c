// an argument is within a range
// expect: TRUE
// flags: --entry f --argument x=-3..4
// run: no, there is no main
extern void reach_error(void);

int f(int x) {
  if (x > 4 || x < -3) reach_error();
  return 0;
}
