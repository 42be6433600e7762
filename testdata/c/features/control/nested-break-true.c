// break leaves the innermost loop
// expect: TRUE
extern void reach_error(void);

int main(void) {
  int n = 0;
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 9; j++) { if (j == 2) break; n++; }
    n += 10;
  }
  if (n != 36) reach_error();
  return 0;
}
