// a bit-field of width zero begins a new unit
// expect: FALSE
extern void reach_error(void);

struct s { unsigned a : 4; unsigned : 0; unsigned b : 4; };
struct t { unsigned a : 4; unsigned b : 4; };

int main(void) {
  if (sizeof(struct s) != 8) reach_error();
  if (sizeof(struct t) != 4) reach_error();
  struct s x = {1, 2};
  if (x.b == 2) reach_error();
  return 0;
}
