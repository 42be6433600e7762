// one cell of a large array is changed
// expect: FALSE
// inputs: 3
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int a[1000000];

int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i >= 1000000) return 0;
  a[i] = 1;
  if (a[i] + a[999999 - i] == (2 * i == 999999 ? 2 : 1)) reach_error();
  return 0;
}
