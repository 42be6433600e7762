extern int __VERIFIER_nondet_int(void);
int half(int x) { return x / 2; }
int main(void) {
  int a = __VERIFIER_nondet_int(), b = half(a);
  if (a > 2000000000)
    b += a;
  return b;
}
