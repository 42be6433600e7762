// a constant is checked before it is computed, if C evaluates it
// expect: FALSE
// flags: --check overflow
// run: no, the errors are none of the program's own
int main(void) {
  int x = -1;
  x = x << 0;
  return x;
}
