// a pointer points to an object of its own
// expect: FALSE
// flags: --entry f
// run: no, there is no main
extern void reach_error(void);

int f(const int *p, const int *q) {
  if (*p == 3 && *q == 4) reach_error();
  return 0;
}
