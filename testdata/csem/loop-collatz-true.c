// loop collatz: the assertions hold: true
#include <assert.h>
int main(void) {
  unsigned n = 27, steps = 0;
  while (n != 1 && steps < 200) {
    n = n % 2 ? 3 * n + 1 : n / 2;
    steps++;
  }
  assert((long long)(steps) == 111);
  return 0;
}
