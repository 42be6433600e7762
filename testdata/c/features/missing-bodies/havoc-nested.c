// the changes of a function without body through several pointers are not modelled exactly
// expect: over-approximated, may change all that it reaches
// flags: --missing-body havoc
// run: no, it is not defined
extern void reach_error(void);
struct node { int v; struct node *next; };
void fill(struct node *p);

int main(void) {
  struct node last = {1, 0}, first = {2, &last};
  fill(&first);
  if (last.v != 1) reach_error();
  return 0;
}
