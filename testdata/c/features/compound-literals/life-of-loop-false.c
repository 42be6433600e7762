// a compound literal in the head of a loop does not live after the loop, however it is left
// expect: FALSE
// flags: --check memory
// run: no, the errors are none of the program's own
int main(void) {
  int *p = 0;
  for (int *q = (int[]){1, 2, 0}; *q; q++) {
    p = q;
    if (*q == 2) goto out;
  }
out:
  return *p;
}
