// an array of pointers to functions has pointers to functions without body
// expect: FALSE
// flags: --entry f
// run: no, there is no main
extern void reach_error(void);

int f(int (*ask[2])(int)) {
  if (ask[0] && ask[1] && ask[0](1) == 2 && ask[1](1) == 3) reach_error();
  return 0;
}
