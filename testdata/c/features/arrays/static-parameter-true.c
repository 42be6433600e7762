// array parameters with static and const sizes
// expect: TRUE
extern void reach_error(void);

static int f(int v[static 2], int w[const]) { v++; return v[0] * 10 + w[1]; }

int main(void) {
  int a[2] = {1, 2}, b[2] = {3, 4};
  if (!(f(a, b) == 24)) reach_error();
  return 0;
}
