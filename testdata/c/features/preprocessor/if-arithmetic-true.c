// arithmetic in #if has the widest type, and unknown names are 0
// expect: TRUE
extern void reach_error(void);

#if -1 > 0u
#define U 1
#else
#define U 0
#endif
#if (0x7fffffff + 1) > 0 && UNKNOWN == 0
#define W 1
#else
#define W 0
#endif

int main(void) {
  if (U != 1) reach_error();
  if (W != 1) reach_error();
  return 0;
}
