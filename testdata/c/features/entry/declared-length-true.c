// an array that is a parameter has the length that it is declared with
// expect: TRUE
// flags: --entry f
// run: no, there is no main
extern void reach_error(void);

int f(int n, int a[n]) {
  if (n < 0) reach_error();
  return 0;
}
