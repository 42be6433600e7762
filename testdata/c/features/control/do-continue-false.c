// continue in do goes to the condition
// expect: FALSE
extern void reach_error(void);

int main(void) {
  int i = 0, n = 0;
  do { i++; if (i == 2) continue; n += i; } while (i < 4);
  if (n == 8) reach_error();
  return 0;
}
