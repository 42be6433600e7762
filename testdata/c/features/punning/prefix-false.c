// a struct is accessed as one with the same first members
// expect: FALSE
// inputs: 3
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct item { int value; struct item *next, *previous; void *owner; };
struct end { int value; struct item *next, *previous; };
struct list { int n; struct end end; };

int main(void) {
  struct list l;
  l.end.value = __VERIFIER_nondet_int();
  struct item *end = (struct item *)&l.end;
  end->next = end;
  if (end->value == l.end.value && l.end.next->next == end) reach_error();
  return 0;
}
