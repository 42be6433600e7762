// goto backward: the assertions hold: true
#include <assert.h>
int main(void) {
  int i = 0;
  again:
  i++;
  if (i < 5)
    goto again;
  assert((long long)(i) == 5);
  return 0;
}
