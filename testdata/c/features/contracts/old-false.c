// a contract refers to values at the entry
// expect: FALSE
// flags: --entry add
// run: no, compilers know no contracts
void add(int *p, unsigned *q)
  __CPROVER_requires(*p < 1000)
  __CPROVER_ensures(*p == __CPROVER_old(*p) + 1 && *q == __CPROVER_old(*q))
{
  *p = *p + 2;
}
