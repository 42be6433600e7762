// a caller satisfies the requirements of a contract
// expect: TRUE
// run: no, compilers know no contracts
extern int __VERIFIER_nondet_int(void);
int half(int n)
  __CPROVER_requires(n >= 0 && n <= 100)
  __CPROVER_ensures(__CPROVER_return_value <= 50)
{
  return n / 2;
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n >= 3 && n < 50) half(n);
  return 0;
}
