// a comma that ##__VA_ARGS__ swallows, without a space between
// expect: FALSE
#define CALL(first,...) \
  sum(first,##__VA_ARGS__)
extern void reach_error(void);

static int sum(int first, ...) { return first; }

int main(void) {
  if (CALL(1, 2) == 1) reach_error();
  if (CALL(7) == 7) reach_error();
  return 0;
}
