// loop for-continue-step: the assertions hold: false
#include <assert.h>
int main(void) {
  int n = 0;
  int i;
  for (i = 0; i < 6; i += 2) {
    if (i == 2)
      continue;
    n++;
  }
  assert((long long)(n) == 2);
  assert((long long)(i) != 6);
  return 0;
}
