// ten parameters
// expect: TRUE
extern void reach_error(void);

static int f(int a, int b, int c, int d, int e, char g, short h, long i, unsigned j, long long k) { return a + b + c + d + e + g + h + i + j + k; }

int main(void) {
  if (!(f(1, 2, 3, 4, 5, 6, 7, 8, 9, 10) == 55)) reach_error();
  return 0;
}
