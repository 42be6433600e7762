// reversing a linked list
// expect: TRUE
extern void reach_error(void);

struct n { int v; struct n *next; };

int main(void) {
  struct n c = {3, 0}, b = {2, &c}, a = {1, &b}, *p = &a, *r = 0;
  while (p) { struct n *t = p->next; p->next = r; r = p; p = t; }
  if (!(r == &c)) reach_error();
  if (r->next->v != 2) reach_error();
  if (a.next != 0) reach_error();
  return 0;
}
