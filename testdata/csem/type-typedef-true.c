// type typedef: the assertions hold: true
#include <assert.h>
typedef unsigned char byte;
typedef struct { byte lo, hi; } word;
typedef int vec[3];
int main(void) {
  word w = {255, 1};
  vec v = {1, 2, 3};
  w.lo++;
  assert((long long)(w.lo) == 0);
  assert((long long)(v[2]) == 3);
  assert((long long)(sizeof(vec)) == 12);
  return 0;
}
