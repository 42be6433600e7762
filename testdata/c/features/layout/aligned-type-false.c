// aligned raises the alignment and size
// expect: FALSE
extern void reach_error(void);

struct __attribute__((aligned(16))) s { char a; };
typedef int wide __attribute__((aligned(8)));
struct t { char c; wide w; };

int main(void) {
  if (sizeof(struct s) != 16) reach_error();
  if (_Alignof(wide) != 8) reach_error();
  if (sizeof(struct t) == 16) reach_error();
  return 0;
}
