// packed enumerations have the narrowest type
// expect: FALSE
extern void reach_error(void);

enum __attribute__((packed)) e { A, B };
enum f { C = 255, D } __attribute__((packed));
typedef enum { E = -129, F } __attribute__((__packed__)) g;
enum __attribute__((packed)) h { M = -1, N = 127, };
struct s { enum e e; char c; enum f f; g g; };

int main(void) {
  enum e v = A;
  enum h h = M;
  v--;
  if (sizeof(enum e) == 1 && sizeof(enum f) == 2 && sizeof(g) == 2 && sizeof(struct s) == 6 && h < 0 && v == 255) reach_error();
  return 0;
}
