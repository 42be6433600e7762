// a bit-field that does not fit begins a new unit
// expect: FALSE
extern void reach_error(void);

struct s { unsigned char a : 5, b : 5; };
struct t { unsigned a : 30, b : 3; };

int main(void) {
  if (sizeof(struct s) != 2) reach_error();
  if (sizeof(struct t) != 8) reach_error();
  struct s x = {17, 18};
  if (x.a + x.b == 35) reach_error();
  return 0;
}
