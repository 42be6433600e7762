// structs that begin alike, through pointers to either
// expect: FALSE
extern void reach_error(void);
struct item { unsigned v; struct item *next; void *owner; };
struct mini { unsigned v; struct item *next; };
struct list { unsigned n; struct mini end; };

int main(void) {
  struct list l;
  struct item a = {3, 0, 0};
  l.end.v = 0xffffffffu;
  l.end.next = &a;
  a.next = (struct item *)&l.end;
  if (l.end.next->next->v == 0xffffffffu) reach_error();
  return 0;
}
