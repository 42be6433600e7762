// misc lcg: the assertions hold: false
#include <assert.h>
int main(void) {
  unsigned x = 12345;
  for (int i = 0; i < 20; i++)
    x = x * 1103515245u + 12345u;
  assert((long long)(x) != 3490719589LL);
  return 0;
}
