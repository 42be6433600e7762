// The motivating example of the slides on interpolation abstraction (P. Ruemmer, P. Subotic,
// "Exploring Interpolants", FMCAD 2013): after the loop, x - i is still j. Safe.
#include <assert.h>

extern int nondet(void);

int main(void) {
  int j = nondet();
  int i = 0;
  int x = j;
  while (i < 50) {
    i++;
    x++;
  }
  if (j == 0)
    assert(x >= 50);
  return 0;
}
