// methods in a struct
// expect: FALSE
extern void reach_error(void);

struct obj { int n; void (*inc)(struct obj *); };
static void one(struct obj *o) { o->n++; }
static void two(struct obj *o) { o->n += 2; o->inc = one; }

int main(void) {
  struct obj o = {0, two};
  o.inc(&o);
  o.inc(&o);
  if (o.n != 3) reach_error();
  if (o.inc == one) reach_error();
  return 0;
}
