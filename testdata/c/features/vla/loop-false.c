// a variable-length array in a loop
// expect: FALSE
extern void reach_error(void);

int main(void) {
  int sum = 0;
  for (int n = 1; n < 4; n++) {
    int v[n];
    for (int i = 0; i < n; i++) v[i] = i;
    sum += v[n - 1] + sizeof v / sizeof v[0];
  }
  if (sum == 9) reach_error();
  return 0;
}
