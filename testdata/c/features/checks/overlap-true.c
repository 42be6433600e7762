// memmove may be given blocks that overlap, memcpy and strcpy those that meet at their ends
// expect: TRUE
// flags: --check overlap
// run: no, the errors are none of the program's own
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char a[8] = "abc";
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 4) return 0;
  memcpy(a + 4, a, n);
  memmove(a + 1, a, n);
  memcpy(a, a, 0);
  strcpy(a, "xyz");
  strcpy(a + 4, a);
  return a[3];
}
