// div, ldiv and lldiv round towards zero
// expect: FALSE
// inputs: -7
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x == -7);
  div_t d = div(x, 2);
  ldiv_t l = ldiv(7, -2);
  lldiv_t m = lldiv(10000000000LL, 3);
  if (d.quot * 2 + d.rem == -7 && d.quot == -3 && l.quot == -3 && l.rem == 1 && m.quot == 3333333333LL && m.rem == 1) reach_error();
  return 0;
}
