// call void: the assertions hold: true
#include <assert.h>
int g;
void set(int x) { if (x < 0) return; g = x; }
int main(void) {
  set(5);
  set(-1);
  assert((long long)(g) == 5);
  return 0;
}
