// a constant is checked before it is computed, if C evaluates it
// expect: FALSE
// flags: --check unsigned-overflow
// run: no, the errors are none of the program's own
int main(void) {
  unsigned x = 0xffffff00u + 0x100u;
  return x;
}
