// switch unsigned-case: the assertions hold: true
#include <assert.h>
int f(unsigned x) { switch (x) { case -1: return 1; case 0: return 2; } return 0; }
int main(void) {
  assert((long long)(f(4294967295u)) == 1);
  assert((long long)(f(0)) == 2);
  return 0;
}
