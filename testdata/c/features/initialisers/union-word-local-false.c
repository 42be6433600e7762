// a word and a bit-field of three bits are members of a local union; a value that is not constant
// expect: FALSE
// inputs: 1773540411
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

union reg { unsigned b : 3; unsigned word; };

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  union reg r = {.word = x + 13};
  if (x * 7919u == 123456789u && r.word == 1773540424u && r.b == 0) reach_error();
  return 0;
}
