// switch duff: the assertions hold: false
#include <assert.h>
int main(void) {
  int count = 7, n = 0, i = (count + 3) / 4;
  switch (count % 4) {
  case 0: do { n++;
  case 3: n++;
  case 2: n++;
  case 1: n++;
    } while (--i > 0);
  }
  assert((long long)(n) != 7);
  return 0;
}
