// a negative remainder as an index is out of range unless it is corrected
// expect: FALSE
// inputs: -4
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int v[3] = {10, 20, 30};
  int k = __VERIFIER_nondet_int();
  __VERIFIER_assume(k == -4);
  int i = k % 3;
  if (i != -1) reach_error();
  if (v[(i + 3) % 3] == 30) reach_error();
  return 0;
}
