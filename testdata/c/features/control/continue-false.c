// continue goes to the increment
// expect: FALSE
extern void reach_error(void);

int main(void) {
  int n = 0, k = 0;
  for (int i = 0; i < 6; i++) { if (i % 2) continue; n += i; }
  if (n != 6) reach_error();
  do { if (++k < 3) continue; n++; } while (k < 5);
  if (n == 9) reach_error();
  return 0;
}
