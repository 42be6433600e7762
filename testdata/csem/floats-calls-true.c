// floats calls: the assertions hold: true
#include <assert.h>
static double half(double x) { return x / 2; }
static float third(float x) { return x / 3; }
static int near(double x, double y) { return x - y < 0.001 && y - x < 0.001; }
int main(void) {
  assert((long long)(half(5) == 2.5) == 1);
  assert((long long)(half(half(1)) == 0.25) == 1);
  assert((long long)(third(1) == 1.0 / 3) == 0);
  assert((long long)(third(1) == 1.0f / 3) == 1);
  assert((long long)(near(third(1), 1.0 / 3)) == 1);
  assert((long long)(near(1, 2)) == 0);
  return 0;
}
