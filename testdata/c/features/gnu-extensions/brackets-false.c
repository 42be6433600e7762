// attributes in brackets
// expect: FALSE
extern void reach_error(void);

struct [[gnu::packed]] s { char c; int i; };
struct t { char c; char d [[gnu::aligned(8)]]; };
[[maybe_unused]] static int f(void) { return 1; }

int main(void) {
  int n = 0;
  switch (1) {
  case 1: n++; [[fallthrough]];
  case 2: n++;
  }
  if (sizeof(struct s) * 100 + sizeof(struct t) * 10 + n == 662) reach_error();
  return 0;
}
