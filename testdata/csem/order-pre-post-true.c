// order pre-post: the assertions hold: true
#include <assert.h>
int main(void) {
  int i = 5;
  int a = i++ * 2;
  int b = ++i * 2;
  int c = i-- - 1;
  assert((long long)(a) == 10);
  assert((long long)(b) == 14);
  assert((long long)(c) == 6);
  assert((long long)(i) == 6);
  return 0;
}
