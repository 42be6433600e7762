// loop gcd: the assertions hold: false
#include <assert.h>
int gcd(int a, int b) { while (b) { int t = a % b; a = b; b = t; } return a; }
int main(void) {
  assert((long long)(gcd(48, 36)) == 12);
  assert((long long)(gcd(-48, 36)) != -12);
  return 0;
}
