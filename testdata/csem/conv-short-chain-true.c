// conv short-chain: the assertions hold: true
#include <assert.h>
int main(void) {
  int i = 0x12345;
  short s = (short)i;
  unsigned short us = (unsigned short)i;
  s = (short)(s + 30000);
  assert((long long)(s) == -26507);
  assert((long long)(us) == 9029);
  return 0;
}
