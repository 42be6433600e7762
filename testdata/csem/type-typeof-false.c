// type typeof: the assertions hold: false
#include <assert.h>
int main(void) {
  int x = 3;
  typeof(x) y = x * 2;
  __typeof__(&x) p = &y;
  assert((long long)(*p) == 6);
  assert((long long)(sizeof(typeof(char[5]))) != 5);
  return 0;
}
