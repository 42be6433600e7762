// misc string-reverse: the assertions hold: true
#include <assert.h>
int main(void) {
  char s[] = "abcd";
  for (int i = 0, j = 3; i < j; i++, j--) {
    char t = s[i];
    s[i] = s[j];
    s[j] = t;
  }
  assert((long long)(s[0]) == 100);
  assert((long long)(s[1]) == 99);
  assert((long long)(s[3]) == 97);
  return 0;
}
