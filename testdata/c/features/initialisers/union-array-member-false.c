// the first member of a union, an array, is initialised, and another one is read
// expect: FALSE
// inputs: 1773540411
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

union u { char s[2]; short i; } w = {{7, 8}};

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  if (x * 7919u == 123456789u && w.i == 0x807) reach_error();
  return 0;
}
