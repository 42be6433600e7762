// a linked list of locals
// expect: FALSE
extern void reach_error(void);

struct n { int v; struct n *next; };

int main(void) {
  struct n c = {3, 0}, b = {2, &c}, a = {1, &b};
  int s = 0;
  for (struct n *p = &a; p; p = p->next) s = s * 10 + p->v;
  if (s == 123) reach_error();
  return 0;
}
