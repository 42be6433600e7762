// the largest index gives the size
// expect: TRUE
extern void reach_error(void);

int main(void) {
  int v[] = {[4] = 1, [1] = 2, 3};
  if (!(sizeof v / sizeof v[0] == 5)) reach_error();
  if (v[2] != 3) reach_error();
  if (v[4] != 1) reach_error();
  return 0;
}
