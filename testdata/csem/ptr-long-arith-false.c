// ptr long-arith: the assertions hold: false
#include <assert.h>
int main(void) {
  int a[100];
  for (int i = 0; i < 100; i++)
    a[i] = i;
  long k = 99;
  unsigned char u = 255;
  int *p = a + 50;
  assert((long long)(p[-(int)u + 215]) == 10);
  assert((long long)(*(a + k)) == 99);
  assert((long long)(a[k - 1]) != 98);
  return 0;
}
