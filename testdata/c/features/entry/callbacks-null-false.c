// an array of pointers to functions has pointers that may be null
// expect: FALSE
// flags: --entry f
// run: no, there is no main
extern void reach_error(void);

int f(int (*ask[2])(int)) {
  if (!ask[1]) reach_error();
  return 0;
}
