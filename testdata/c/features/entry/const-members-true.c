// pointers in an object that are const lead to objects, too
// expect: TRUE
// flags: --entry f --check memory
// run: no, there is no main
struct s { const int n; int *const p; };

int f(const struct s *s) { return s->p ? *s->p + (s->n > 0) : 0; }
