// memset fills bytes
// expect: TRUE
extern void reach_error(void);

#include <string.h>

int main(void) {
  int v[3] = {1, 2, 3};
  memset(v, 0, 2 * sizeof v[0]);
  if (v[1] != 0) reach_error();
  if (v[2] != 3) reach_error();
  memset(v, 0xff, sizeof v);
  if (v[0] != -1) reach_error();
  return 0;
}
