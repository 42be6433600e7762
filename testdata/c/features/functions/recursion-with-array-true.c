// a recursive function over an array
// expect: TRUE
extern void reach_error(void);

static int max(const int *v, int n) { if (n == 1) return v[0]; int m = max(v + 1, n - 1); return m > v[0] ? m : v[0]; }

int main(void) {
  int v[3] = {3, 9, 2};
  if (!(max(v, 3) == 9)) reach_error();
  return 0;
}
