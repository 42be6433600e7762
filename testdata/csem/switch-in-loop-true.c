// switch in-loop: the assertions hold: true
#include <assert.h>
int main(void) {
  int n = 0;
  for (int i = 0; i < 6; i++) {
    switch (i & 3) {
    case 0: continue;
    case 1: n += 1; break;
    default: n += 10;
    }
    n += 100;
  }
  assert((long long)(n) == 422);
  return 0;
}
