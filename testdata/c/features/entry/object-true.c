// a pointer points to an object of its own
// expect: TRUE
// flags: --entry f
// run: no, there is no main
extern void reach_error(void);

static int f(int *p, int *q) {
  *p = 3;
  *q = 4;
  if (!p || !q || *p != 3) reach_error();
  return 0;
}
