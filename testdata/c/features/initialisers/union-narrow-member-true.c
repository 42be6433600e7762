// the first member of a static union is narrower than the others, whose further bytes are zero
// expect: TRUE
// inputs: 1773540411
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

union u { signed char c; unsigned n; unsigned short h; } g = {-1};

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  if (x * 7919u == 123456789u && !(g.h == 255 && g.n == 255)) reach_error();
  return 0;
}
