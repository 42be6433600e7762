/* What the program has allocated: each block, and what leads to it at the end. Which of its allocations fail. */
void *__real_malloc(unsigned long), *__real_calloc(unsigned long, unsigned long), *__real_realloc(void *, unsigned long), __real_free(void *);
int atexit(void (*)(void));
long write(int, const void *, unsigned long);
void cornet_reached(void);
__attribute__((weak)) void __asan_poison_memory_region(const void *, unsigned long);
extern char __data_start[], _end[];
static struct cornet_block { char *start; unsigned long size; int reached; } cornet_blocks[1 << 16];
static unsigned long cornet_count;
static int cornet_fail(void) {
  static unsigned long calls;
  return calls + 1 < sizeof cornet_fails && cornet_fails[calls++] == '1';
}
static void *cornet_add(void *p, unsigned long n) {
  if (p && !n && __asan_poison_memory_region) /* the sanitizer takes it for a byte */
    __asan_poison_memory_region(p, 1);
  if (p && cornet_count < sizeof cornet_blocks / sizeof *cornet_blocks)
    cornet_blocks[cornet_count++] = (struct cornet_block){p, n, 0};
  return p;
}
static void cornet_remove(void *p) {
  for (unsigned long i = 0; i < cornet_count; i++)
    if (cornet_blocks[i].start == p) {
      cornet_blocks[i] = cornet_blocks[--cornet_count];
      return;
    }
}
void *__wrap_malloc(unsigned long n) { return cornet_fail() ? 0 : cornet_add(__real_malloc(n), n); }
void *__wrap_calloc(unsigned long m, unsigned long n) {
  unsigned long size;
  return __builtin_mul_overflow(m, n, &size) || cornet_fail() ? 0 : cornet_add(__real_calloc(m, n), size);
}
void *__wrap_realloc(void *p, unsigned long n) {
  int freed = p && !n;
  if (!freed && cornet_fail())
    return 0;
  void *q = __real_realloc(p, n);
  if (q || freed)
    cornet_remove(p);
  return cornet_add(q, n);
}
void __wrap_free(void *p) {
  cornet_remove(p);
  __real_free(p);
}
__attribute__((no_sanitize("address"))) static void cornet_scan(char *from, char *to) {
  from = (char *)(((unsigned long)from + sizeof(void *) - 1) & -sizeof(void *));
  for (; from + sizeof(void *) <= to; from += sizeof(void *)) {
    char *p = *(char **)from;
    if (from >= (char *)cornet_blocks && from < (char *)(cornet_blocks + sizeof cornet_blocks / sizeof *cornet_blocks))
      continue;
    for (unsigned long i = 0; i < cornet_count; i++)
      if (!cornet_blocks[i].reached && p >= cornet_blocks[i].start && p <= cornet_blocks[i].start + cornet_blocks[i].size) {
        cornet_blocks[i].reached = 1;
        cornet_scan(cornet_blocks[i].start, cornet_blocks[i].start + cornet_blocks[i].size);
      }
  }
}
static void cornet_leak(void) {
  static const char said[] = "cornet: memory was not freed\n";
  write(2, said, sizeof said - 1);
  cornet_reached();
}
static void cornet_check_heap(void) {
  if (cornet_leaks == 2)
    cornet_scan(__data_start, _end);
  for (unsigned long i = 0; i < cornet_count; i++)
    if (!cornet_blocks[i].reached)
      cornet_leak();
}
__attribute__((constructor)) static void cornet_watch_heap(void) {
  if (cornet_leaks)
    atexit(cornet_check_heap);
}
