#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);

unsigned gcd(unsigned a, unsigned b) {
  while (b != 0) {
    unsigned r = a % b;
    a = b;
    b = r;
  }
  return a;
}

int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
  unsigned g = gcd(a, b);
  assert(g > 0); // is it?
}
