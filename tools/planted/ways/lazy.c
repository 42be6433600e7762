// a product that is unwound on demand
// expect: FALSE
// flags: --product lazy
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned i = 0, key = __VERIFIER_nondet_uint();
  while (i < 3) i++;
  if (key * 7919u == 4104336541u && i == 3) reach_error();
}
