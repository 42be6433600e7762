// an argument of the entry function is any number
// expect: FALSE
// flags: --entry f
// run: no, there is no main
extern void reach_error(void);

int f(int x) {
  if (x == -7) reach_error();
  return 0;
}
