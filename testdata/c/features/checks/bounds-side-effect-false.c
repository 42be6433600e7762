// an index with a side effect leaves an array that a pointer leads to
// expect: FALSE
// flags: --check arrays
// run: no, no error function is called
struct stack { int n, a[4]; int end; };
void push(struct stack *s, int x) { s->a[s->n++] = x; }

int main(void) {
  struct stack s = {0};
  for (int i = 0; i < 5; i++) push(&s, i);
  return 0;
}
