// the last element is reached from the address after the array
// expect: TRUE
// inputs: 3
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int v[3] = {1, 2, __VERIFIER_nondet_int()};
  __VERIFIER_assume(v[2] == 3);
  if (*(*(&v + 1) - 1) != 3) reach_error();
  return 0;
}
