// objects that are made in a loop
// expect: FALSE
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
void *malloc(unsigned long);
struct s { unsigned v; struct s *next; };
int main(void) {
  struct s *l = 0;
  while (__VERIFIER_nondet_uint()) { struct s *p = malloc(sizeof *p); p->v = 1; p->next = l; l = p; }
  unsigned key = __VERIFIER_nondet_uint();
  if (l && key * 7919u == 4104336541u) l->v = 2;
  for (; l; l = l->next) if (l->v != 1) reach_error();
}
