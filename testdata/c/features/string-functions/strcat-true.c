// strcat appends
// expect: TRUE
extern void reach_error(void);

#include <string.h>

int main(void) {
  char d[10] = "ab";
  strcat(d, "cd");
  if (strlen(d) != 4) reach_error();
  if (d[3] != 'd') reach_error();
  strncat(d, "efgh", 2);
  if (!(d[5] == 'f' && d[6] == 0)) reach_error();
  return 0;
}
