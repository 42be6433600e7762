// goto into-loop: the assertions hold: false
#include <assert.h>
int main(void) {
  int i = 0, n = 0;
  goto middle;
  while (i < 5) {
    n += 10;
  middle:
    i++;
  }
  assert((long long)(i) == 5);
  assert((long long)(n) != 40);
  return 0;
}
