// two lists whose nodes are made at different places
// expect: FALSE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
void *malloc(unsigned long);
struct node { int v; struct node *next; };
static struct node *add(struct node *l, int v) { struct node *p = malloc(sizeof *p); p->v = v; p->next = l; return p; }
int main(void) {
  unsigned key = __VERIFIER_nondet_uint();
  struct node *a = 0, *b = 0;
  for (int i = 0; i < 2; i++) { a = add(a, i); b = add(b, 10 * i); }
  a->next->next = b;
  b->v = 5;
  int s = a->v + 3 * a->next->v + 5 * a->next->next->v + 7 * b->next->v;
  if (key * 7919u == 4104336541u && s == 26) reach_error();
  return 0;
}
