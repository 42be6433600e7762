// break in a switch stays in the loop, continue does not
// expect: TRUE
extern void reach_error(void);

int main(void) {
  int n = 0;
  for (int i = 0; i < 4; i++) {
    switch (i) { case 1: continue; case 2: break; default: n += 1; }
    n += 10;
  }
  if (n != 32) reach_error();
  return 0;
}
