// __auto_type for a pointer to a variable-length array
// expect: refused, __auto_type
// inputs: 1
void reach_error(void);
int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 1 || x > 3) return 0;
  int n = x;
  int v[n];
  n = 9;
  __auto_type q = &v;
  if (sizeof *q != 36) reach_error();
  return 0;
}
