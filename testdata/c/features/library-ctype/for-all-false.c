// toupper of any byte is not a lower-case letter
// expect: FALSE
// inputs: 97
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

#include <ctype.h>

int main(void) {
  unsigned char c = __VERIFIER_nondet_uchar();
  int u = toupper(c);
  if (u == 'A' && c != 'A') reach_error();
  return 0;
}
