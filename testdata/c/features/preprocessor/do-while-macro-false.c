// a macro that is a statement
// expect: FALSE
// inputs: 1
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

#define SWAP(a, b) do { int t = a; a = b; b = t; } while (0)

int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x == 1);
  int y = 2;
  if (x) SWAP(x, y); else y = 9;
  if (x != 2) reach_error();
  if (y == 1) reach_error();
  return 0;
}
