// type const-volatile: the assertions hold: true
#include <assert.h>
int main(void) {
  const int a = 4;
  volatile int v = a;
  v += 1;
  assert((long long)(v) == 5);
  assert((long long)(a) == 4);
  return 0;
}
