// strtol reads a prefix as a number of a base
// expect: FALSE
extern void reach_error(void);

#include <stdlib.h>

int main(void) {
  char *end;
  long v = strtol("0x1fz", &end, 0);
  if (!(v == 31 && *end == 'z')) reach_error();
  if (*end == 'z') reach_error();
  return 0;
}
