// enumerators count from the last value given
// expect: FALSE
extern void reach_error(void);

enum e { A, B = 5, C, D = -2, E, F = B + 10 };

int main(void) {
  if (A != 0) reach_error();
  if (C != 6) reach_error();
  if (E != -1) reach_error();
  if (F == 15) reach_error();
  return 0;
}
