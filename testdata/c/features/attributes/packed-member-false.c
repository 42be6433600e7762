// packed on one member
// expect: FALSE
extern void reach_error(void);

struct s { char c; int i __attribute__((packed)); short h; };

int main(void) {
  if (sizeof(struct s) != 8) reach_error();
  if (_Alignof(struct s) != 2) reach_error();
  if (__builtin_offsetof(struct s, h) == 6) reach_error();
  return 0;
}
