// comma in conditions and increments
// expect: TRUE
extern void reach_error(void);

int main(void) {
  int i, j, n = 0;
  for (i = 0, j = 4; i++, j-- > 0 && i < 10;) n++;
  if (n != 4) reach_error();
  if (!(i == 5 && j == -1)) reach_error();
  if (n = 0, i) n = 3;
  if (n != 3) reach_error();
  return 0;
}
