// a pointer to a function points to one without body
// expect: TRUE
// flags: --entry f
// run: no, there is no main
extern void reach_error(void);

int f(unsigned char (*ask)(int)) {
  int x = 1;
  if (ask(x) > 255 || x != 1) reach_error();
  return 0;
}
