// a model of a function that only a header calls
// expect: TRUE
extern void reach_error(void);

#include "copy.h"

int main(void) {
  char b[4] = "abc";
  copy(b, "z");
  if (b[0] != 'z') reach_error();
  if (b[1] != 0) reach_error();
  return 0;
}
