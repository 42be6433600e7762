// struct offsetof: the assertions hold: true
#include <assert.h>
struct a { char c; int i; short s; long l; int v[3]; };
int main(void) {
  assert((long long)(__builtin_offsetof(struct a, i)) == 4);
  assert((long long)(__builtin_offsetof(struct a, s)) == 8);
  assert((long long)(__builtin_offsetof(struct a, l)) == 16);
  assert((long long)(__builtin_offsetof(struct a, v[2])) == 32);
  return 0;
}
