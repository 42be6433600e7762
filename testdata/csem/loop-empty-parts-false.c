// loop empty-parts: the assertions hold: false
#include <assert.h>
int main(void) {
  int i = 0;
  for (;;) {
    if (++i > 7)
      break;
  }
  assert((long long)(i) != 8);
  return 0;
}
