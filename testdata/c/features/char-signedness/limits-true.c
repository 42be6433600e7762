// CHAR_MIN and CHAR_MAX
// expect: TRUE
extern void reach_error(void);

#include <limits.h>

int main(void) {
  if (CHAR_MIN != -128) reach_error();
  if (CHAR_MAX != 127) reach_error();
  if (UCHAR_MAX != 255) reach_error();
  if (SCHAR_MIN != -128) reach_error();
  return 0;
}
