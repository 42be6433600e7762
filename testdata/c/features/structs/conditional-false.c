// ?: between structs
// expect: FALSE
// inputs: 0
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

struct s { int a, b; };

int main(void) {
  struct s x = {1, 2}, y = {3, 4};
  int c = __VERIFIER_nondet_int();
  __VERIFIER_assume(c == 0);
  struct s z = c ? x : y;
  if (z.b != 4) reach_error();
  if ((c ? x : y).a == 3) reach_error();
  return 0;
}
