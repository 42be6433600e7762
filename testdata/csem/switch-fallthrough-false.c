// switch fallthrough: the assertions hold: false
#include <assert.h>
int main(void) {
  int n = 0;
  switch (2) {
  case 1: n += 1;
  case 2: n += 2;
  case 3: n += 4; break;
  case 4: n += 8;
  }
  assert((long long)(n) != 6);
  return 0;
}
