// call param-conversion: the assertions hold: false
#include <assert.h>
int f(char c, unsigned short s) { return c + s; }
int main(void) {
  assert((long long)(f(300, -1)) == 65579);
  assert((long long)(f((char)128, 65536)) != -128);
  return 0;
}
