// a compound literal in a loop is made anew each time
// expect: FALSE
extern void reach_error(void);

int main(void) {
  int sum = 0;
  for (int i = 0; i < 3; i++) {
    int *p = (int[2]){i};
    p[1] += 1;
    sum += p[0] + p[1];
  }
  if (sum == 6) reach_error();
  return 0;
}
