// Two counters that move towards each other meet in the middle or pass by one step.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 1000000)
    return 0;
  unsigned lo = 0, hi = n;
  while (lo < hi) {
    lo++;
    hi--;
  }
  assert(lo - hi <= 1);
  return 0;
}
