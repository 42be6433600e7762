/* Functions of the library, as programs see them: the name of each stands behind __cornet_. */

typedef __SIZE_TYPE__ __cornet_size;
void __cornet_atomic_begin(void);
void __cornet_atomic_end(void);
void __cornet_assume(int);
char __cornet_nondet_char(void);
int __cornet_nondet_int(void);
_Bool __cornet_nondet_bool(void);
/* Values that are not modelled exactly: a path that depends on one is doubted. */
char __cornet_unknown_char(void);
int __cornet_unknown_int(void);
_Bool __cornet_unknown_bool(void);
long long __cornet_unknown_long_long(void);
double __cornet_unknown_double(void);

static __cornet_size __cornet_strlen(const char *s) {
  __cornet_size n = 0;
  while (s[n] != 0)
    n++;
  return n;
}

static __cornet_size __cornet_strnlen(const char *s, __cornet_size max) {
  __cornet_size n = 0;
  while (n < max && s[n] != 0)
    n++;
  return n;
}

static int __cornet_strcmp(const char *s, const char *t) {
  __cornet_size i = 0;
  while (s[i] != 0 && s[i] == t[i])
    i++;
  return (int)(unsigned char)s[i] - (int)(unsigned char)t[i];
}

static int __cornet_strncmp(const char *s, const char *t, __cornet_size n) {
  __cornet_size i = 0;
  while (i < n && s[i] != 0 && s[i] == t[i])
    i++;
  return i == n ? 0 : (int)(unsigned char)s[i] - (int)(unsigned char)t[i];
}

static char *__cornet_strcpy(char *d, const char *s) {
  __cornet_size i = 0;
  while (s[i] != 0) {
    d[i] = s[i];
    i++;
  }
  d[i] = 0;
  return d;
}

static char *__cornet_stpcpy(char *d, const char *s) {
  while (*s != 0)
    *d++ = *s++;
  *d = 0;
  return d;
}

static char *__cornet_strncpy(char *d, const char *s, __cornet_size n) {
  __cornet_size i = 0;
  while (i < n && s[i] != 0) {
    d[i] = s[i];
    i++;
  }
  while (i < n)
    d[i++] = 0;
  return d;
}

static char *__cornet_strcat(char *d, const char *s) {
  __cornet_size n = 0, i = 0;
  while (d[n] != 0)
    n++;
  while (s[i] != 0)
    d[n++] = s[i++];
  d[n] = 0;
  return d;
}

static char *__cornet_strncat(char *d, const char *s, __cornet_size max) {
  __cornet_size n = 0, i = 0;
  while (d[n] != 0)
    n++;
  while (i < max && s[i] != 0)
    d[n++] = s[i++];
  d[n] = 0;
  return d;
}

static char *__cornet_strchr(const char *s, int c) {
  while (*s != (char)c) {
    if (*s == 0)
      return 0;
    s++;
  }
  return (char *)s;
}

static char *__cornet_strrchr(const char *s, int c) {
  const char *found = 0;
  for (;; s++) {
    if (*s == (char)c)
      found = s;
    if (*s == 0)
      return (char *)found;
  }
}

static char *__cornet_strstr(const char *s, const char *t) {
  for (;; s++) {
    __cornet_size i = 0;
    while (t[i] != 0 && s[i] == t[i])
      i++;
    if (t[i] == 0)
      return (char *)s;
    if (*s == 0)
      return 0;
  }
}

static __cornet_size __cornet_strspn(const char *s, const char *set) {
  __cornet_size n = 0;
  for (; s[n] != 0; n++) {
    __cornet_size i = 0;
    while (set[i] != 0 && set[i] != s[n])
      i++;
    if (set[i] == 0)
      break;
  }
  return n;
}

static __cornet_size __cornet_strcspn(const char *s, const char *set) {
  __cornet_size n = 0;
  for (; s[n] != 0; n++) {
    __cornet_size i = 0;
    while (set[i] != 0 && set[i] != s[n])
      i++;
    if (set[i] != 0)
      break;
  }
  return n;
}

static char *__cornet_strpbrk(const char *s, const char *set) {
  s += __cornet_strcspn(s, set);
  return *s == 0 ? 0 : (char *)s;
}

static char *__cornet_strdup(const char *s) {
  __cornet_size n = __cornet_strlen(s) + 1, i;
  char *d = (char *)malloc(n);
  for (i = 0; i < n; i++)
    d[i] = s[i];
  return d;
}

static int __cornet_memcmp(const void *a, const void *b, __cornet_size n) {
  const unsigned char *p = a, *q = b;
  __cornet_size i;
  for (i = 0; i < n; i++)
    if (p[i] != q[i])
      return (int)p[i] - (int)q[i];
  return 0;
}

static void *__cornet_memchr(const void *s, int c, __cornet_size n) {
  const unsigned char *p = s;
  __cornet_size i;
  for (i = 0; i < n; i++)
    if (p[i] == (unsigned char)c)
      return (void *)(p + i);
  return 0;
}

/* The C locale. */
static int __cornet_isdigit(int c) { return c >= '0' && c <= '9'; }
static int __cornet_isxdigit(int c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
static int __cornet_islower(int c) { return c >= 'a' && c <= 'z'; }
static int __cornet_isupper(int c) { return c >= 'A' && c <= 'Z'; }
static int __cornet_isalpha(int c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
static int __cornet_isalnum(int c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
static int __cornet_isspace(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
static int __cornet_isblank(int c) { return c == ' ' || c == '\t'; }
static int __cornet_iscntrl(int c) { return (c >= 0 && c < 32) || c == 127; }
static int __cornet_isprint(int c) { return c >= 32 && c < 127; }
static int __cornet_isgraph(int c) { return c > 32 && c < 127; }
static int __cornet_ispunct(int c) { return c > 32 && c < 127 && !__cornet_isalnum(c); }
static int __cornet_isascii(int c) { return c >= 0 && c < 128; }
static int __cornet_toascii(int c) { return c & 127; }
static int __cornet_tolower(int c) { return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c; }
static int __cornet_toupper(int c) { return c >= 'a' && c <= 'z' ? c - ('a' - 'A') : c; }

/* Counting bits. */
static int __cornet_popcountll(unsigned long long x) {
  int n = 0;
  while (x != 0) {
    x &= x - 1;
    n++;
  }
  return n;
}
static int __cornet_popcount(unsigned x) { return __cornet_popcountll(x); }
static int __cornet_popcountl(unsigned long x) { return __cornet_popcountll(x); }
static int __cornet_parity(unsigned x) { return __cornet_popcountll(x) & 1; }
static int __cornet_parityl(unsigned long x) { return __cornet_popcountll(x) & 1; }
static int __cornet_parityll(unsigned long long x) { return __cornet_popcountll(x) & 1; }
static int __cornet_ctzll(unsigned long long x) {
  int n = 0;
  if (x == 0)
    return __cornet_nondet_int();
  while ((x & 1) == 0) {
    x >>= 1;
    n++;
  }
  return n;
}
static int __cornet_ctz(unsigned x) { return __cornet_ctzll(x); }
static int __cornet_ctzl(unsigned long x) { return __cornet_ctzll(x); }
static int __cornet_clzll(unsigned long long x) {
  int n = 64;
  if (x == 0)
    return __cornet_nondet_int();
  while (x != 0) {
    x >>= 1;
    n--;
  }
  return n;
}
static int __cornet_clz(unsigned x) { return x == 0 ? __cornet_nondet_int() : __cornet_clzll(x) - 32; }
static int __cornet_clzl(unsigned long x) { return x == 0 ? __cornet_nondet_int() : __cornet_clzll(x) - (64 - 8 * (int)sizeof x); }
static int __cornet_ffsll(long long x) { return x == 0 ? 0 : __cornet_ctzll((unsigned long long)x) + 1; }
static int __cornet_ffs(int x) { return x == 0 ? 0 : __cornet_ctzll((unsigned)x) + 1; }
static int __cornet_ffsl(long x) { return x == 0 ? 0 : __cornet_ctzll((unsigned long)x) + 1; }
static unsigned short __cornet_bswap16(unsigned short x) { return (unsigned short)(x << 8 | x >> 8); }
static unsigned __cornet_bswap32(unsigned x) {
  return x << 24 | (x & 0xff00u) << 8 | (x >> 8 & 0xff00u) | x >> 24;
}
static unsigned long long __cornet_bswap64(unsigned long long x) {
  return (unsigned long long)__cornet_bswap32((unsigned)x) << 32 | __cornet_bswap32((unsigned)(x >> 32));
}

/* Input: any text. */
static char *__cornet_fgets(char *s, int n, void *f) {
  int i;
  if (n <= 0 || __cornet_nondet_bool())
    return 0;
  for (i = 0; i < n - 1 && __cornet_nondet_bool(); i++)
    s[i] = __cornet_nondet_char();
  s[i] = 0;
  return s;
}

static char *__cornet_gets(char *s) {
  int i;
  for (i = 0; __cornet_nondet_bool(); i++)
    s[i] = __cornet_nondet_char();
  s[i] = 0;
  return s;
}

static int __cornet_getchar(void) {
  int c = __cornet_nondet_int();
  __cornet_assume(c >= -1 && c <= 255);
  return c;
}
static int __cornet_getc(void *f) { return __cornet_getchar(); }
static int __cornet_fgetc(void *f) { return __cornet_getchar(); }

static __cornet_size __cornet_any_bytes(void *p, __cornet_size n) {
  __cornet_size i = 0;
  for (; i < n && __cornet_nondet_bool(); i++)
    ((char *)p)[i] = __cornet_nondet_char();
  return i;
}
static __cornet_size __cornet_fread(void *p, __cornet_size size, __cornet_size n, void *f) {
  if (size == 0)
    return 0;
  return __cornet_any_bytes(p, size * n) / size;
}
static long __cornet_read(int fd, void *p, __cornet_size n) {
  if (__cornet_nondet_bool())
    return -1;
  return (long)__cornet_any_bytes(p, n);
}

/* Text that is written is any text: no input, since it is not the text that one wants. */
static int __cornet_any_text(char *s) {
  int i;
  for (i = 0; __cornet_unknown_bool(); i++)
    s[i] = __cornet_unknown_char();
  s[i] = 0;
  return i;
}
static int __cornet_any_text_n(char *s, __cornet_size n) {
  __cornet_size i = 0;
  int r = __cornet_unknown_int();
  if (n > 0) {
    for (; i < n - 1 && __cornet_unknown_bool(); i++)
      s[i] = __cornet_unknown_char();
    s[i] = 0;
  }
  return r;
}

/* What is parsed is any number, and ends somewhere in the text. */
static char *__cornet_text_end(const char *s) {
  while (*s != 0 && __cornet_unknown_bool())
    s++;
  return (char *)s;
}
static long long __cornet_strtoll(const char *s, char **end, int base) {
  if (end)
    *end = __cornet_text_end(s);
  return __cornet_unknown_long_long();
}
static long __cornet_strtol(const char *s, char **end, int base) { return (long)__cornet_strtoll(s, end, base); }
static unsigned long __cornet_strtoul(const char *s, char **end, int base) { return (unsigned long)__cornet_strtoll(s, end, base); }
static unsigned long long __cornet_strtoull(const char *s, char **end, int base) { return (unsigned long long)__cornet_strtoll(s, end, base); }
static double __cornet_strtod(const char *s, char **end) {
  if (end)
    *end = __cornet_text_end(s);
  return __cornet_unknown_double();
}
static float __cornet_strtof(const char *s, char **end) { return (float)__cornet_strtod(s, end); }

static int __cornet_rand(void) {
  int r = __cornet_nondet_int();
  __cornet_assume(r >= 0);
  return r;
}
static long __cornet_random(void) { return __cornet_rand(); }
static int __cornet_rand_r(unsigned *seed) {
  *seed = __cornet_nondet_int();
  return __cornet_rand();
}

/* Once: 0 before, 1 while it runs, 2 after. */
static int __cornet_pthread_once(int *once, void (*f)(void)) {
  int state;
  __cornet_atomic_begin();
  state = *once;
  if (state == 0)
    *once = 1;
  __cornet_atomic_end();
  if (state == 0) {
    f();
    *once = 2;
  } else {
    __cornet_atomic_begin();
    __cornet_assume(*once == 2);
    __cornet_atomic_end();
  }
  return 0;
}

static void __cornet_call_once(int *once, void (*f)(void)) { __cornet_pthread_once(once, f); }

/* Barriers: how many are still missing, of how many, and how often it has opened. */
struct __cornet_barrier { unsigned __left, __count, __round; };

static int __cornet_pthread_barrier_init(struct __cornet_barrier *b, const void *attr, unsigned count) {
  if (count == 0)
    return 22;
  b->__left = count;
  b->__count = count;
  b->__round = 0;
  return 0;
}
static int __cornet_pthread_barrier_wait(struct __cornet_barrier *b) {
  unsigned round;
  int last;
  __cornet_atomic_begin();
  round = b->__round;
  b->__left--;
  last = b->__left == 0;
  if (last) {
    b->__left = b->__count;
    b->__round++;
  }
  __cornet_atomic_end();
  if (last)
    return -1;
  __cornet_atomic_begin();
  __cornet_assume(b->__round != round);
  __cornet_atomic_end();
  return 0;
}

/* Data of threads by key; destructors do not run. */
static unsigned __cornet_keys;
static _Thread_local void *__cornet_specific[16];
static int __cornet_pthread_key_create(unsigned *key, void (*destructor)(void *)) {
  __cornet_atomic_begin();
  *key = __cornet_keys;
  __cornet_keys++;
  __cornet_atomic_end();
  return 0;
}
static int __cornet_pthread_setspecific(unsigned key, const void *p) {
  __cornet_specific[key] = (void *)p;
  return 0;
}
static void *__cornet_pthread_getspecific(unsigned key) { return __cornet_specific[key]; }

static int __cornet_tss_set(unsigned key, void *p) { return __cornet_pthread_setspecific(key, p); }
static void *__cornet_tss_get(unsigned key) { return __cornet_specific[key]; }

/* What atexit was given: C promises room for 32. */
static void (*__cornet_handlers[32])(void);
static int __cornet_handler_count;
static int __cornet_atexit(void (*f)(void)) {
  __cornet_handlers[__cornet_handler_count] = f;
  __cornet_handler_count++;
  return 0;
}
static void __cornet_run_handlers(void) {
  while (__cornet_handler_count > 0) {
    __cornet_handler_count--;
    __cornet_handlers[__cornet_handler_count]();
  }
}
