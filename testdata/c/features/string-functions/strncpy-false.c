// strncpy pads with zeros, and may leave none
// expect: FALSE
extern void reach_error(void);

#include <string.h>

int main(void) {
  char d[6] = "zzzzz";
  strncpy(d, "ab", 4);
  if (d[3] != 0) reach_error();
  if (d[4] != 'z') reach_error();
  strncpy(d, "wxyz", 2);
  if (d[1] == 'x' && d[2] == 0) reach_error();
  return 0;
}
