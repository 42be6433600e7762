// arithmetic on char does not overflow, only its conversion
// expect: TRUE
// flags: --signed-overflow check
// inputs: 127
extern void reach_error(void);
extern signed char __VERIFIER_nondet_schar(void);

int main(void) {
  signed char c = __VERIFIER_nondet_schar();
  c = c + 1;
  if (c > 127) reach_error();
  return 0;
}
