// cleanup functions run at return, the last first
// expect: TRUE
extern void reach_error(void);

static int n = 1;
static void add(int *p) { n += *p; }
static void mul(int *p) { n *= *p; }
static int f(void) {
  int a __attribute__((cleanup(add))) = 10;
  int b __attribute__((cleanup(mul))) = 3;
  return n;
}

int main(void) {
  if (f() != 1) reach_error();
  if (n != 13) reach_error();
  return 0;
}
