// sums, products, conversions, quotients, shifts
// expect: FALSE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
  unsigned key = __VERIFIER_nondet_uint(), u = n;
  signed char c = n;
  unsigned char b = m;
  unsigned sum = u + 4000000000u, product = u * 3000000001u;
  int q = n % 100 / 7, r = -7 / 2, h = n % 16 << 3;
  unsigned mask = u & 0xf0f0u;
  long long w = (long long)n * 3 + c + b + sum % 7 + product % 5 + q + r + h + mask;
  if (key * 7919u == 4104336541u && n == -300 && m == -1 && w != 0) reach_error();
  return 0;
}
