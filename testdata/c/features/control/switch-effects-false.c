// the expression of a switch is evaluated once
// expect: FALSE
extern void reach_error(void);

int main(void) {
  int i = 1, n = 0;
  switch (i++) { case 1: n = 5; break; case 2: n = 6; }
  if (n != 5) reach_error();
  if (i != 2) reach_error();
  switch (i > 1 && i < 9) { case 0: n = 1; break; case 1: n = 2; }
  if (n == 2) reach_error();
  return 0;
}
