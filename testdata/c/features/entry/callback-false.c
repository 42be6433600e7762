// a pointer to a function points to one without body
// expect: FALSE
// flags: --entry f
// run: no, there is no main
extern void reach_error(void);

int f(int (*ask)(int)) {
  if (ask(1) == 2 && ask(1) == 3) reach_error();
  return 0;
}
