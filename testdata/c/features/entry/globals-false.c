// global variables start with any values with --havoc-globals
// expect: FALSE
// flags: --entry f --havoc-globals
// run: no, there is no main
extern void reach_error(void);
static int state = 1;

int f(void) {
  static int calls;
  if (state == 5 && calls == 7) reach_error();
  return 0;
}
