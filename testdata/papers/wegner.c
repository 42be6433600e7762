// Wegner's algorithm, which counts the bits of x that are set: the example of D. Kroening,
// G. Weissenbacher, "Interpolation-Based Software Verification with Wolverine", CAV 2011, Fig. 1,
// put together from its formula (1). Safe: y & (y - 1) is less than y, if y is not 0.
#include <assert.h>

extern unsigned nondet_uint(void);

int main(void) {
  unsigned x = nondet_uint();
  unsigned y = x, c = 0;
  while (y != 0) {
    y = y & (y - 1);
    c = c + 1;
    assert(y != x);
  }
  return 0;
}
