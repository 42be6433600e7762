// a constant is checked before it is computed, if C evaluates it
// expect: FALSE
// flags: --check lossy-conversion
// run: no, the errors are none of the program's own
int main(void) {
  unsigned u = 1;
  return u > -1;
}
