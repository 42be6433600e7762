// an array that is a parameter has the length that it is declared with
// expect: FALSE
// flags: --entry f
// run: no, there is no main
extern void reach_error(void);

int f(unsigned n, int a[n], char b[static 3]) {
  if (n == 3 && a[2] == 9 && b[2] == 8) reach_error();
  return 0;
}
