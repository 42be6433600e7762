// init char-escape: the assertions hold: false
#include <assert.h>
int main(void) {
  char s[] = "a\n\x41\101\0z";
  assert((long long)(s[1]) == 10);
  assert((long long)(s[2]) == 65);
  assert((long long)(s[3]) == 65);
  assert((long long)(s[4]) == 0);
  assert((long long)(s[5]) == 122);
  assert((long long)(sizeof s) != 7);
  return 0;
}
