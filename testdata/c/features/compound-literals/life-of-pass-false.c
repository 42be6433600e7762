// a compound literal of an earlier pass of a loop no longer lives
// expect: FALSE
// flags: --check memory
// run: no, the errors are none of the program's own
int main(void) {
  int *p = 0, s = 0;
  for (int i = 0; i < 3; i++) {
    if (p) s += *p;
    p = &(int){i};
  }
  return s;
}
