// initialisers of local variables use earlier ones
// expect: TRUE
// inputs: 3
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x == 3);
  int a = x, b = a * 2, v[2] = {b, b + a};
  if (v[1] != 9) reach_error();
  if (v[0] != 6) reach_error();
  return 0;
}
