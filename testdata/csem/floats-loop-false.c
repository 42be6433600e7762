// floats loop: the assertions hold: false
#include <assert.h>
int main(void) {
  float x = 0; double s = 0; int n = 0;
  for (x = 0; x < 1; x += 0.1f) n++;
  for (int i = 1; i <= 20; i++) s += 1.0 / i;
  assert((long long)(n) == 10);
  assert((long long)(s > 3.597) == 1);
  assert((long long)(s < 3.598) == 1);
  assert((long long)((int)(s * 1000000)) == 3597739);
  assert((long long)(x > 1) != 1);
  return 0;
}
