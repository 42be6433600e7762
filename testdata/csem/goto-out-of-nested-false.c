// goto out-of-nested: the assertions hold: false
#include <assert.h>
int main(void) {
  int n = 0;
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++) {
      n++;
      if (i * j == 2)
        goto out;
    }
  out:
  assert((long long)(n) != 7);
  return 0;
}
