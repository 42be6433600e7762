// a designator of a union names the whole word, not the first bit-field at its place
// expect: FALSE
// inputs: 1773540411
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

union reg { struct { unsigned lo : 16, hi : 16; } bits; unsigned word; } r = {.word = 0x30004};

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  if (x * 7919u == 123456789u && r.bits.hi == 3 && r.bits.lo == 4) reach_error();
  return 0;
}
