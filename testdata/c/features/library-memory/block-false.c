// fwrite, write, recv and the like access as many bytes as they are told
// expect: FALSE
// flags: --check memory
// run: no, the errors are none of the program's own
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[4] = {1, 2, 3, 4}, n = __VERIFIER_nondet_int();
  if (n < 0 || n > 5) return 0;
  fwrite(a, sizeof *a, n, stdout);
  return 0;
}
