// mem strchr: the assertions hold: false
#include <assert.h>
char *strchr(const char *, int);
int main(void) {
  const char *s = "hello";
  assert((long long)(strchr(s, 'l') - s) == 2);
  assert((long long)(strchr(s, 'z') == 0) == 1);
  assert((long long)(*strchr(s, 'o')) != 111);
  return 0;
}
