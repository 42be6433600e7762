// inputs are consumed in order
// expect: TRUE
// inputs: 1 2 3
extern void reach_error(void);
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int v[3];
  for (int i = 0; i < 3; i++) v[i] = __VERIFIER_nondet_int();
  __VERIFIER_assume(v[0] < v[1] && v[1] < v[2]);
  if (v[0] >= v[2]) reach_error();
  return 0;
}
