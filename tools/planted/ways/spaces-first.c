// the first object of those that are made in a loop
// expect: FALSE
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
void *malloc(unsigned long);
struct s { unsigned v; struct s *next; };
int main(void) {
  struct s *l = 0;
  unsigned key = __VERIFIER_nondet_uint();
  do {
    struct s *p = malloc(sizeof *p);
    p->v = !l && key * 7919u == 4104336541u;
    p->next = l;
    l = p;
  } while (__VERIFIER_nondet_uint());
  unsigned n = 0;
  for (; l; l = l->next) {
    if (n > 1 && l->v) reach_error();
    n++;
  }
}
