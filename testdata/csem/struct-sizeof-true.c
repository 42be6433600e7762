// struct sizeof: the assertions hold: true
#include <assert.h>
struct a { char c; int i; };
struct b { char c; short s; char d; };
struct c { char a[3]; };
struct d { char c; long l; };
int main(void) {
  assert((long long)(sizeof(struct a)) == 8);
  assert((long long)(sizeof(struct b)) == 6);
  assert((long long)(sizeof(struct c)) == 3);
  assert((long long)(sizeof(struct d)) == 16);
  return 0;
}
