// a function of the library through a pointer
// expect: FALSE
extern void reach_error(void);

#include <string.h>

int main(void) {
  char *(*f)(char *, const char *) = strcpy;
  char b[4] = "abc";
  f(b, "z");
  if (b[0] == 'z') reach_error();
  return 0;
}
