// an address of a label that is kept between calls
// expect: FALSE
extern void reach_error(void);

struct machine { void *next; };

static int step(struct machine *m) {
  if (m->next) goto *m->next;
  m->next = &&one;
  return 0;
one: m->next = &&two;
  return 1;
two: return 2;
}

int main(void) {
  struct machine m = {0};
  int a = step(&m), b = step(&m), c = step(&m);
  if (a == 0 && b == 1 && c == 2) reach_error();
  return 0;
}
