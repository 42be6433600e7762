// a caller violates the requirements of a contract
// expect: FALSE
// run: no, compilers know no contracts
extern int __VERIFIER_nondet_int(void);
int half(int n)
  __CPROVER_requires(n % 2 == 0)
{
  return n / 2;
}

int main(void) {
  half(__VERIFIER_nondet_int());
  return 0;
}
