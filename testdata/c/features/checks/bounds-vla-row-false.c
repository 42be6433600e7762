// an index leaves a row of a variable-length array
// expect: FALSE
// flags: --check memory
// run: no, no error function is called
int main(void) {
  int n = 2, i = 2, a[2][n];
  a[0][i] = 1;
  return 0;
}
