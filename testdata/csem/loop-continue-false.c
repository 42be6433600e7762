// loop continue: the assertions hold: false
#include <assert.h>
int main(void) {
  int n = 0, i = 0;
  while (i < 10) {
    i++;
    if (i % 3)
      continue;
    n += i;
  }
  assert((long long)(n) == 18);
  assert((long long)(i) != 10);
  return 0;
}
