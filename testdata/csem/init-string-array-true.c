// init string-array: the assertions hold: true
#include <assert.h>
char s[8] = "abc";
char t[3] = "abc";
int main(void) {
  assert((long long)(s[2]) == 99);
  assert((long long)(s[3]) == 0);
  assert((long long)(s[7]) == 0);
  assert((long long)(t[2]) == 99);
  return 0;
}
