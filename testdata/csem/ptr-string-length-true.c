// ptr string-length: the assertions hold: true
#include <assert.h>
int len(const char *s) { const char *p = s; while (*p) p++; return p - s; }
int main(void) {
  assert((long long)(len("hello")) == 5);
  assert((long long)(len("")) == 0);
  return 0;
}
