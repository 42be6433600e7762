// switch no-match: the assertions hold: true
#include <assert.h>
int main(void) {
  int n = 5;
  switch (n) {
  case 1: n = 0;
  }
  assert((long long)(n) == 5);
  return 0;
}
