// getenv is a null pointer or any text
// expect: TRUE
// run: no, it depends on the environment
extern void reach_error(void);

#include <stdlib.h>

int main(void) {
  char *s = getenv("HOME");
  int n = s ? 1 : 2;
  if (n != 1 && n != 2) reach_error();
  return 0;
}
