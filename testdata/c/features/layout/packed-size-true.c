// a packed struct has no padding
// expect: TRUE
extern void reach_error(void);

struct __attribute__((packed)) s { char a; int b; short c; };

int main(void) {
  if (sizeof(struct s) != 7) reach_error();
  struct s x;
  x.b = 5; x.a = 1; x.c = 2;
  if (x.b != 5) reach_error();
  return 0;
}
