// order assign-chain: the assertions hold: false
#include <assert.h>
int main(void) {
  int a, b;
  char c;
  a = b = c = 300;
  assert((long long)(a) == 44);
  assert((long long)(b) == 44);
  assert((long long)(c) != 44);
  return 0;
}
