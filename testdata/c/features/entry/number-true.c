// an argument of the entry function is any number
// expect: TRUE
// flags: --entry f
// run: no, there is no main
extern void reach_error(void);

int f(unsigned char x, _Bool b) {
  if (x > 255 || b > 1) reach_error();
  return 0;
}
