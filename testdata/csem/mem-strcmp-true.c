// mem strcmp: the assertions hold: true
#include <assert.h>
int strcmp(const char *, const char *);
int main(void) {
  assert((long long)(strcmp("abc", "abc")) == 0);
  assert((long long)(strcmp("abc", "abd") < 0) == 1);
  assert((long long)(strcmp("b", "abc") > 0) == 1);
  assert((long long)(strcmp("ab", "abc") < 0) == 1);
  return 0;
}
