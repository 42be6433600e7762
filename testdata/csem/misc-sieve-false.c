// misc sieve: the assertions hold: false
#include <assert.h>
int main(void) {
  char c[30] = {0};
  int n = 0;
  for (int i = 2; i < 30; i++)
    if (!c[i]) {
      n++;
      for (int j = i * i; j < 30; j += i)
        c[j] = 1;
    }
  assert((long long)(n) != 10);
  return 0;
}
