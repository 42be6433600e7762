// a function without body stores any pointers to objects that it reaches
// expect: TRUE
// flags: --missing-body havoc
// run: no, it is not defined
extern void reach_error(void);
struct node { int v; struct node *next; };
void fill(struct node *p);

int main(void) {
  struct node last = {1, 0}, first = {2, &last}, other = {3, 0};
  fill(&first);
  if (first.next) first.next->v = 7;
  if (other.v != 3) reach_error();
  return 0;
}
