// an enumerator beyond int makes a wide enumeration
// expect: FALSE
// flags: --data-model LP64
extern void reach_error(void);

enum e { BIG = 0x100000000, SMALL = 1 };

int main(void) {
  if (sizeof(enum e) != 8) reach_error();
  enum e x = BIG;
  if (x > 0x7fffffff) reach_error();
  return 0;
}
