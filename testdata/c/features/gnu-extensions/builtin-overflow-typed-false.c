// __builtin_uadd_overflow and the like convert their operands to the type in their names
// expect: FALSE
// inputs: 1773540411
void reach_error(void);
int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  unsigned u;
  if (x * 7919u == 123456789u && __builtin_uadd_overflow(-1, 1, &u)) reach_error();
  return 0;
}
