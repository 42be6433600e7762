// switch enum: the assertions hold: false
#include <assert.h>
enum c { R, G, B };
int f(enum c c) { switch (c) { case R: return 1; case G: return 2; case B: return 3; } return 0; }
int main(void) {
  assert((long long)(f(G)) == 2);
  assert((long long)(f(B)) != 3);
  return 0;
}
