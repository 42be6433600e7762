// a compound literal is an array that can be changed
// expect: TRUE
extern void reach_error(void);

int main(void) {
  int *p = (int[]){1, 2, 3};
  p[1] += 5;
  if (p[1] != 7) reach_error();
  if (p[2] != 3) reach_error();
  if (!(sizeof((int[]){1, 2, 3}) == 12)) reach_error();
  return 0;
}
