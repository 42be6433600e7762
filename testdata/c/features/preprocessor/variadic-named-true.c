// variable arguments of a macro with a name
// expect: TRUE
extern void reach_error(void);

static int sum3(int a, int b, int c) { return a * 100 + b * 10 + c; }
#define ADD(a, rest...) sum3(a, ##rest)

int main(void) {
  if (ADD(4, 5, 6) != 456) reach_error();
  return 0;
}
