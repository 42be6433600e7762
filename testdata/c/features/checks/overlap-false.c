// memcpy between blocks that overlap is an error, whatever it copies
// expect: FALSE
// flags: --check overlap
// run: no, the errors are none of the program's own
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char a[8] = "abcdefg";
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 4) return 0;
  memcpy(a + 3, a, n);
  return a[3];
}
