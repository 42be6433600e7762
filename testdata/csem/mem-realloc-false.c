// mem realloc: the assertions hold: false
#include <assert.h>
void *malloc(unsigned long);
void *realloc(void *, unsigned long);
int main(void) {
  int *p = malloc(2 * sizeof(int));
  p[0] = 3;
  p[1] = 4;
  p = realloc(p, 4 * sizeof(int));
  p[3] = 5;
  assert((long long)(p[0] + p[1] + p[3]) != 12);
  return 0;
}
