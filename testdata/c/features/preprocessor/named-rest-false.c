// a macro's named rest of arguments, args...
// expect: FALSE
// inputs: 3
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

#define sum(first, rest...) add(first, ##rest, 0)

static int add(int a, int b, ...) { return a + b; }

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0 || x > 9) return 0;
  if (sum(x) + sum(1, x) == 2 * x + 1) reach_error();
  return 0;
}
