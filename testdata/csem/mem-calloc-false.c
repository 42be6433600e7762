// mem calloc: the assertions hold: false
#include <assert.h>
void *calloc(unsigned long, unsigned long);
int main(void) {
  int *p = calloc(4, sizeof *p);
  p[1] = 5;
  assert((long long)(p[0] + p[1] + p[3]) != 5);
  return 0;
}
