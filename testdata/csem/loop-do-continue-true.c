// loop do-continue: the assertions hold: true
#include <assert.h>
int main(void) {
  int n = 0, i = 0;
  do {
    if (i == 2)
      continue;
    n += i;
  } while (++i < 5);
  assert((long long)(n) == 8);
  assert((long long)(i) == 5);
  return 0;
}
