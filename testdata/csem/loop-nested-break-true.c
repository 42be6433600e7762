// loop nested-break: the assertions hold: true
#include <assert.h>
int main(void) {
  int n = 0;
  for (int i = 0; i < 5; i++) {
    for (int j = 0; j < 5; j++) {
      if (j == i)
        break;
      n++;
    }
  }
  assert((long long)(n) == 10);
  return 0;
}
