// float int-division: the assertions hold: true
#include <assert.h>
int main(void) {
  assert((long long)((int)(7 / 2 * 1.0)) == 3);
  assert((long long)((int)(7 / 2.0)) == 3);
  assert((long long)((char)65.9) == 65);
  return 0;
}
