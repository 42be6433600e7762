// mem malloc: the assertions hold: true
#include <assert.h>
void *malloc(unsigned long);
void free(void *);
int main(void) {
  int *p = malloc(3 * sizeof(int));
  p[0] = 1;
  p[1] = 2;
  p[2] = p[0] + p[1];
  int r = p[2];
  free(p);
  assert((long long)(r) == 3);
  return 0;
}
