// a model of a function whose name is pasted
// expect: TRUE
extern void reach_error(void);

#include <string.h>
#define CALL(f, ...) str##f(__VA_ARGS__)

int main(void) {
  char b[4] = "abc";
  CALL(cpy, b, "z");
  if (b[0] != 'z') reach_error();
  if (!(CALL(len, b) == 1)) reach_error();
  return 0;
}
