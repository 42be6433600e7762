// global variables are initialised before the entry function
// expect: TRUE
// flags: --entry f
// run: no, there is no main
extern void reach_error(void);
static int state = 1;

int f(int x) {
  if (state != 1) reach_error();
  return 0;
}
