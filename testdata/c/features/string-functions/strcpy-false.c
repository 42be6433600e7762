// strcpy copies with the zero
// expect: FALSE
extern void reach_error(void);

#include <string.h>

int main(void) {
  char d[8] = "zzzzzzz";
  char *r = strcpy(d, "abc");
  if (r != d) reach_error();
  if (d[2] != 'c') reach_error();
  if (d[3] == 0 && d[4] == 'z') reach_error();
  return 0;
}
