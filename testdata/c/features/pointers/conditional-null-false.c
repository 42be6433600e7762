// ?: between a pointer and 0
// expect: FALSE
// inputs: 1
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int x = 3;
  int k = __VERIFIER_nondet_int();
  __VERIFIER_assume(k == 1);
  int *p = k ? &x : 0;
  if (!(p != 0)) reach_error();
  if (!((k ? 0 : &x) == 0)) reach_error();
  if (*(p ? p : &x) == 3) reach_error();
  return 0;
}
