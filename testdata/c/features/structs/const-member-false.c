// a const member of a copied struct
// expect: FALSE
// inputs: 3
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

struct s { const int id; int n; };
static struct s make(int i) { struct s x = {i, 0}; return x; }

int main(void) {
  int k = __VERIFIER_nondet_int();
  __VERIFIER_assume(k == 3);
  struct s a = make(k);
  a.n = a.id + 1;
  if (a.n != 4) reach_error();
  if (a.id == 3) reach_error();
  return 0;
}
