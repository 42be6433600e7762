// misc atoi: the assertions hold: true
#include <assert.h>
int atoi(const char *s) { int n = 0, neg = *s == '-'; if (neg) s++; while (*s >= '0' && *s <= '9') n = n * 10 + (*s++ - '0'); return neg ? -n : n; }
int main(void) {
  assert((long long)(atoi("1234")) == 1234);
  assert((long long)(atoi("-56x")) == -56);
  return 0;
}
