// a pointer may be null where that is asked for
// expect: TRUE
// flags: --entry f --argument p=null
// run: no, there is no main
extern void reach_error(void);

int f(int *p) {
  if (p) reach_error();
  return 0;
}
