// init string-pointer: the assertions hold: false
#include <assert.h>
int main(void) {
  const char *s = "hello";
  assert((long long)(s[1]) == 101);
  assert((long long)(s[5]) == 0);
  assert((long long)(*(s + 4)) != 111);
  return 0;
}
