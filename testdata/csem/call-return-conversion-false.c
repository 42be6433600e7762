// call return-conversion: the assertions hold: false
#include <assert.h>
char f(int x) { return x; }
unsigned g(void) { return -1; }
_Bool h(int x) { return x; }
int main(void) {
  assert((long long)(f(200)) == -56);
  assert((long long)(g() > 0) == 1);
  assert((long long)(h(2)) != 1);
  return 0;
}
