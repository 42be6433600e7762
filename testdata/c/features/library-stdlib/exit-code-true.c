// atexit functions run at exit
// expect: TRUE
extern void reach_error(void);

#include <stdlib.h>
static int n;
static void last(void) { if (n != 5) reach_error(); }

int main(void) {
  atexit(last);
  n = 5;
  exit(0);
  return 0;
}
