// an array without elements has none that is accessed
// expect: FALSE
// flags: --check arrays
// run: no, no error function is called
int main(void) {
  int a[0];
  a[0] = 3;
  return 0;
}
