// _Exit runs no atexit functions
// expect: TRUE
extern void reach_error(void);

#include <stdlib.h>
static void a(void) { reach_error(); }

int main(void) {
  atexit(a);
  _Exit(0);
  return 0;
}
