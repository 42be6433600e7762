// variadic macros
// expect: TRUE
extern void reach_error(void);

static int sum3(int a, int b, int c) { return a * 100 + b * 10 + c; }
#define CALL(f, ...) f(__VA_ARGS__)

int main(void) {
  if (!(CALL(sum3, 1, 2, 3) == 123)) reach_error();
  if (!(CALL(sum3, 4, 5, 6) == 456)) reach_error();
  return 0;
}
