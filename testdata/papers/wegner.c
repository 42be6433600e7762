// Wegner's algorithm, which counts the bits of x that are set: the example of G. Weissenbacher,
// D. Kroening, S. Malik, "WOLVERINE: Battling Bugs with Interpolants", TACAS 2012, Fig. 1,
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
