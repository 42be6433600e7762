// atexit functions run after main, the last first
// expect: FALSE
extern void reach_error(void);

#include <stdlib.h>
static int n = 1;
static void a(void) { if (n == 6) reach_error(); }
static void b(void) { n *= 2; }

int main(void) {
  atexit(a);
  atexit(b);
  n = 3;
  return 0;
}
