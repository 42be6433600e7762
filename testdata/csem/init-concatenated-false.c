// init concatenated: the assertions hold: false
#include <assert.h>
int main(void) {
  const char *s = "ab" "cd";
  assert((long long)(s[3]) == 100);
  assert((long long)(sizeof("ab" "cd")) != 5);
  return 0;
}
