// a cast to a union sets the member of the type, not a bit-field of that declared type
// expect: TRUE
// inputs: 1773540411
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

union reg { unsigned b : 3; unsigned word; };

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  union reg r = (union reg)x;
  if (x * 7919u == 123456789u && r.word != x) reach_error();
  return 0;
}
