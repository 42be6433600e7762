// floats memory: the assertions hold: false
#include <assert.h>
int main(void) {
  struct p { float x, y; int n; } a = { 1.5f }, b; double v[3] = { 1, 2.5 }; float g[4] = { 0 }; double *q = v + 1; union { float f; unsigned u; } w;
  b = a; b.y = b.x * 2; g[2] = b.y; *q += 1; q[1] = *q * 2;
  assert((long long)(b.y == 3) == 1);
  assert((long long)(a.y == 0) == 1);
  assert((long long)(b.n) == 0);
  assert((long long)(g[2] == 3) == 1);
  assert((long long)(g[3] == 0) == 1);
  assert((long long)(v[1] == 3.5) == 1);
  assert((long long)(v[2] == 7) == 1);
  assert((long long)(*v + v[2] == 8) == 1);
  assert((long long)(sizeof(long double) >= 8) != 1);
  return 0;
}
