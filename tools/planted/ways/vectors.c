// bit-vectors
// expect: FALSE
// flags: --ints bv
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned key = __VERIFIER_nondet_uint();
  if (key * 7919u == 4104336541u) reach_error();
}
