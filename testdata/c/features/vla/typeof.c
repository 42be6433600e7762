// typeof of a variable-length array
// expect: refused, typeof of a variable-length array
// inputs: 1
void reach_error(void);
int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 1 || x > 3) return 0;
  int n = x;
  int v[n];
  n = 9;
  typeof(v) w;
  if (sizeof w != 36) reach_error();
  return 0;
}
