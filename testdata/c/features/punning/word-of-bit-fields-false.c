// a pointer to the declared type of a bit-field accesses the whole word, not the first bit-field
// expect: FALSE
// inputs: 1773540411
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

struct s { unsigned lo : 16, hi : 16; } a, b = {4, 3};

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  unsigned *p = (unsigned *)&a;
  *p = x;
  if (x * 7919u == 123456789u && a.hi == x >> 16 && *(unsigned *)&b == 0x30004) reach_error();
  return 0;
}
