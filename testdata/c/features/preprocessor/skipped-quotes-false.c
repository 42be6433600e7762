// apostrophes and quotes in groups that are skipped
// expect: FALSE
extern void reach_error(void);

#if 0
That's no "C, and doesn't matter.
#else
#define X 4
#endif
#ifdef Y
'
#endif

int main(void) {
  if (X == 4) reach_error();
  return 0;
}
