// __COUNTER__ counts
// expect: FALSE
extern void reach_error(void);

#define NAME2(a, b) a##b
#define NAME(a, b) NAME2(a, b)
#define FRESH NAME(v, __COUNTER__)

int main(void) {
  int base = __COUNTER__;
  int next = __COUNTER__;
  if (next - base == 1) reach_error();
  return 0;
}
