// a constant is checked before it is computed, if C evaluates it
// expect: TRUE
// flags: --check all,conversion
// run: no, the errors are none of the program's own
int main(void) {
  unsigned a = 1u ? 2u : 0u - 1u;
  int b = 0 && 1 / 0, c = sizeof(1 << 40), d = 1 || 2147483647 + 1;
  unsigned char e = 255;
  switch (a) { case 0u - 1u: return b + c + d + e; }
  return 0;
}
