// void * holds any pointer
// expect: TRUE
extern void reach_error(void);

static void inc(void *p, int wide) { if (wide) ++*(long long *)p; else ++*(char *)p; }

int main(void) {
  long long l = 4294967295;
  char c = 127;
  inc(&l, 1);
  inc(&c, 0);
  if (l != 4294967296) reach_error();
  if (c != -128) reach_error();
  return 0;
}
