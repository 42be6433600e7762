// a tagged union
// expect: TRUE
// flags: --data-model ILP32
extern void reach_error(void);

struct t { enum { INT, STR } tag; union { int i; const char *s; } u; };
static int first(struct t x) { return x.tag == INT ? x.u.i : x.u.s[0]; }

int main(void) {
  struct t a = {INT, {.i = 7}}, b = {STR, {.s = "q"}};
  if (first(a) != 7) reach_error();
  if (first(b) != 'q') reach_error();
  return 0;
}
