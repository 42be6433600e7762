// an index with a side effect stays in an array that a pointer leads to
// expect: TRUE
// flags: --check arrays,memory
// run: no, no error function is called
struct stack { int n, a[4]; int end; };
void push(struct stack *s, int x) { s->a[s->n++] = x; }

int main(void) {
  struct stack s = {0};
  for (int i = 0; i < 4; i++) push(&s, i);
  return 0;
}
