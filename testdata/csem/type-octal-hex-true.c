// type octal-hex: the assertions hold: true
#include <assert.h>
int main(void) {
  assert((long long)(010) == 8);
  assert((long long)(0x1F) == 31);
  assert((long long)(0b101) == 5);
  return 0;
}
