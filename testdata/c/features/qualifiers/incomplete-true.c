// a struct that is declared before it is defined
// expect: TRUE
extern void reach_error(void);

struct s;
static int get(struct s *p);
struct s { int k; };
static int get(struct s *p) { return p->k; }

int main(void) {
  struct s x = {5};
  if (get(&x) != 5) reach_error();
  return 0;
}
