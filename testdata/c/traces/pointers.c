extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void *malloc(unsigned long);
void reach_error(void) {}
struct node { int x; struct node *next; };
int a[3];
char *word = "abc";
static int twice(int y) {
  int r = 2 * y;
  return r;
}
int main(void) {
  struct node u, v;
  u.next = &v;
  u.next->x = 3;
  int i = 2, *p = &a[1];
  a[i] = 4;
  *p = 7;
  p[1] = 8;
  struct node *h = malloc(sizeof *h);
  h->next = &u;
  h->next->next->x += 1;
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n > 5);
  for (i = 0; i < 2; i++)
    a[i] = twice(n);
  char *e = word + 1;
  switch (n) {
  case 6: i = 1; break;
  case 9: i = 2; break;
  default: i = 3;
  }
  if (v.x + a[1] > 11 && *e == 'b')
    reach_error();
  return 0;
}
