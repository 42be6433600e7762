/* Functions of the library, as programs see them: the name of each stands behind __cornet_. */

typedef __SIZE_TYPE__ __cornet_size;
void __cornet_atomic_begin(void);
void __cornet_atomic_end(void);
void __cornet_assume(int);
void __cornet_wait_once(int);
void __cornet_wait_barrier(int);
char __cornet_nondet_char(void);
int __cornet_nondet_int(void);
_Bool __cornet_nondet_bool(void);
/* Values that are not modelled exactly: a path that depends on one is doubted. */
char __cornet_unknown_char(void);
int __cornet_unknown_int(void);
_Bool __cornet_unknown_bool(void);
double __cornet_unknown_double(void);
_Bool __cornet_looks_for_ends(void);
/* Whether s and the byte at a distance are of one object that lives. */
_Bool __cornet_accessible(const char *s, __cornet_size distance);

static __cornet_size __cornet_strnlen(const char *s, __cornet_size max) {
  __cornet_size n = 0;
  while (n < max && s[n] != 0)
    n++;
  return n;
}

/* The last two texts that the library stored end at these distances from where they were stored. They say where to look for a zero first: whether they are
   right changes no result. Without them, that a text ends is a claim about some element of an array, which few engines find. */
static __cornet_size __cornet_text_ends_at, __cornet_text_ended_at;
static void __cornet_ended(__cornet_size at) {
  if (__cornet_looks_for_ends()) {
    __cornet_text_ended_at = __cornet_text_ends_at;
    __cornet_text_ends_at = at;
  }
}
#define NO_END (~(__cornet_size)0)
static __cornet_size __cornet_known_end(const char *s) {
  if (__cornet_accessible(s, __cornet_text_ends_at) && s[__cornet_text_ends_at] == 0)
    return __cornet_text_ends_at;
  if (__cornet_accessible(s, __cornet_text_ended_at) && s[__cornet_text_ended_at] == 0)
    return __cornet_text_ended_at;
  return NO_END;
}

static __cornet_size __cornet_strlen(const char *s) {
  __cornet_size n = 0;
  if (__cornet_looks_for_ends()) {
    __cornet_size end = __cornet_known_end(s);
    if (end != NO_END)
      return __cornet_strnlen(s, end);
  }
  while (s[n] != 0)
    n++;
  return n;
}

/* What reads a text and yields nothing of it. */
static void __cornet_pass_text(const char *s) {
  if (__cornet_known_end(s) == NO_END)
    __cornet_strlen(s);
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

/* What is copied to is apart from what is copied: nothing, unless that is checked. */
void __cornet_apart(const char *to, __cornet_size bytes, const char *from, __cornet_size n);

static char *__cornet_strcpy(char *d, const char *s) {
  __cornet_size i = 0;
  __cornet_apart(d, __cornet_strlen(s) + 1, s, __cornet_strlen(s) + 1);
  while (s[i] != 0) {
    d[i] = s[i];
    i++;
  }
  d[i] = 0;
  __cornet_ended(i);
  return d;
}

static char *__cornet_stpcpy(char *d, const char *s) {
  __cornet_apart(d, __cornet_strlen(s) + 1, s, __cornet_strlen(s) + 1);
  while (*s != 0)
    *d++ = *s++;
  *d = 0;
  return d;
}

static char *__cornet_strncpy(char *d, const char *s, __cornet_size n) {
  __cornet_size i = 0;
  __cornet_apart(d, n, s, n == 0 ? 0 : __cornet_strnlen(s, n - 1) + 1);
  while (i < n && s[i] != 0) {
    d[i] = s[i];
    i++;
  }
  while (i < n)
    d[i++] = 0;
  return d;
}

static char *__cornet_strcat(char *d, const char *s) {
  __cornet_size n = __cornet_strlen(d), i = 0;
  __cornet_apart(d + n, __cornet_strlen(s) + 1, s, __cornet_strlen(s) + 1);
  while (s[i] != 0)
    d[n++] = s[i++];
  d[n] = 0;
  __cornet_ended(n);
  return d;
}

static char *__cornet_strncat(char *d, const char *s, __cornet_size max) {
  __cornet_size n = __cornet_strlen(d), i = 0;
  __cornet_apart(d + n, __cornet_strnlen(s, max) + 1, s, max == 0 ? 0 : __cornet_strnlen(s, max - 1) + 1);
  while (i < max && s[i] != 0)
    d[n++] = s[i++];
  d[n] = 0;
  __cornet_ended(n);
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

static char *__cornet_strtok_r(char *s, const char *set, char **rest) {
  char *start;
  if (s == 0)
    s = *rest;
  s += __cornet_strspn(s, set);
  if (*s == 0) {
    *rest = s;
    return 0;
  }
  start = s;
  s += __cornet_strcspn(s, set);
  if (*s != 0)
    *s++ = 0;
  *rest = s;
  return start;
}
static char *__cornet_token_rest;
static char *__cornet_strtok(char *s, const char *set) { return __cornet_strtok_r(s, set, &__cornet_token_rest); }

static int __cornet_tolower(int c);
static int __cornet_strncasecmp(const char *s, const char *t, __cornet_size n) {
  __cornet_size i;
  for (i = 0; i < n; i++) {
    int a = __cornet_tolower((unsigned char)s[i]), b = __cornet_tolower((unsigned char)t[i]);
    if (a != b || a == 0)
      return a - b;
  }
  return 0;
}
static int __cornet_strcasecmp(const char *s, const char *t) { return __cornet_strncasecmp(s, t, ~(__cornet_size)0); }

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
  int r = 0;
  for (i = 0; i < n; i++) { /* all of both are accessed */
    int d = (int)p[i] - (int)q[i];
    if (r == 0)
      r = d;
  }
  return r;
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
  __cornet_ended((__cornet_size)i);
  return s;
}

static char *__cornet_gets(char *s) {
  int i;
  for (i = 0; __cornet_nondet_bool(); i++)
    s[i] = __cornet_nondet_char();
  s[i] = 0;
  __cornet_ended((__cornet_size)i);
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

/* Parts of a text that is printed: character number at of the text stands at d[at] if at + 1 < n; each yields the number behind its part. */
static __cornet_size __cornet_put(char *d, __cornet_size n, __cornet_size at, char c) {
  if (at + 1 < n)
    d[at] = c;
  return at + 1;
}
static __cornet_size __cornet_put_end(char *d, __cornet_size n, __cornet_size at) {
  if (n > 0) {
    d[at < n ? at : n - 1] = 0;
    __cornet_ended(at < n ? at : n - 1);
  }
  return at;
}
static __cornet_size __cornet_put_blanks(char *d, __cornet_size n, __cornet_size at, int count) {
  for (; count > 0; count--)
    at = __cornet_put(d, n, at, ' ');
  return at;
}
static __cornet_size __cornet_put_padded(char *d, __cornet_size n, __cornet_size at, char c, int width, int left) {
  if (!left)
    at = __cornet_put_blanks(d, n, at, width - 1);
  at = __cornet_put(d, n, at, c);
  return left ? __cornet_put_blanks(d, n, at, width - 1) : at;
}
static __cornet_size __cornet_put_text(char *d, __cornet_size n, __cornet_size at, const char *s, int width, int digits, int left) {
  int length = 0, i;
  if (!left && width > 0) {
    while ((digits < 0 || length < digits) && s[length] != 0)
      length++;
    at = __cornet_put_blanks(d, n, at, width - length);
  }
  for (i = 0; (digits < 0 || i < digits) && s[i] != 0; i++)
    at = __cornet_put(d, n, at, s[i]);
  return left ? __cornet_put_blanks(d, n, at, width - i) : at;
}
static __cornet_size __cornet_put_number(char *d, __cornet_size n, __cornet_size at, unsigned long long v, int sign, int base, int upper, int width, int digits,
    int left, int zeros, int prefix) {
  char text[24];
  int count = 0, all, x;
  x = prefix && base == 16 && v != 0;
  if (v == 0 && digits != 0)
    text[count++] = '0';
  while (v != 0) {
    int digit = (int)(v % (unsigned)base);
    text[count++] = (char)(digit < 10 ? '0' + digit : (upper ? 'A' : 'a') + digit - 10);
    v /= (unsigned)base;
  }
  if (prefix && base == 8 && digits <= count && (count == 0 || text[count - 1] != '0'))
    digits = count + 1;
  if (digits < 0 && zeros && !left)
    digits = width - (sign != 0) - 2 * x;
  all = (digits > count ? digits : count) + (sign != 0) + 2 * x;
  if (!left)
    at = __cornet_put_blanks(d, n, at, width - all);
  if (sign != 0)
    at = __cornet_put(d, n, at, (char)sign);
  if (x) {
    at = __cornet_put(d, n, at, '0');
    at = __cornet_put(d, n, at, upper ? 'X' : 'x');
  }
  for (x = count; x < digits; x++)
    at = __cornet_put(d, n, at, '0');
  while (count > 0)
    at = __cornet_put(d, n, at, text[--count]);
  return left ? __cornet_put_blanks(d, n, at, width - all) : at;
}

/* Text that is written is any text: no input, since it is not the text that one wants. */
static int __cornet_any_text(char *s) {
  int i;
  for (i = 0; __cornet_unknown_bool(); i++)
    s[i] = __cornet_unknown_char();
  s[i] = 0;
  __cornet_ended((__cornet_size)i);
  return i;
}
static int __cornet_any_text_n(char *s, __cornet_size n) {
  __cornet_size i = 0;
  int r = __cornet_unknown_int();
  if (n > 0) {
    for (; i < n - 1 && __cornet_unknown_bool(); i++)
      s[i] = __cornet_unknown_char();
    s[i] = 0;
    __cornet_ended(i);
  }
  return r;
}

/* A text of the library's own, such as that of strerror: of any length. */
extern char __cornet_own_text[];
/* What reads a text reads those as well. */
static void __cornet_read_text(const char *s) {
  if (s != __cornet_own_text) {
    if (__cornet_looks_for_ends())
      __cornet_pass_text(s);
    else
      __cornet_strlen(s);
  }
}

/* Numbers in texts, in the C locale. */
static int __cornet_digit(int c) {
  if (c >= '0' && c <= '9')
    return c - '0';
  if (c >= 'a' && c <= 'z')
    return c - 'a' + 10;
  return c >= 'A' && c <= 'Z' ? c - 'A' + 10 : 99;
}

/* The number of at most max, or of at most max + extra behind a minus; one that is greater is that limit, and an error. */
static unsigned long long __cornet_number(const char *s, char **end, int base, unsigned long long max, unsigned extra, _Bool *minus) {
  const char *p = s;
  unsigned long long v = 0;
  int d;
  _Bool any = 0, over = 0;
  *minus = 0;
  if (base < 0 || base == 1 || base > 36) {
    __cornet_errno = 22;
    return 0;
  }
  while (__cornet_isspace(*p))
    p++;
  if (*p == '-') {
    *minus = 1;
    max += extra;
    p++;
  } else if (*p == '+')
    p++;
  if ((base == 0 || base == 16) && *p == '0' && (p[1] == 'x' || p[1] == 'X') && __cornet_digit(p[2]) < 16) {
    p += 2;
    base = 16;
  } else if (base == 0)
    base = *p == '0' ? 8 : 10;
  for (; (d = __cornet_digit(*p)) < base; p++) {
    any = 1;
    if (over || v > (max - (unsigned)d) / (unsigned)base)
      over = 1;
    else
      v = v * (unsigned)base + (unsigned)d;
  }
  if (end)
    *end = (char *)(any ? p : s);
  if (over)
    __cornet_errno = 34;
  return over ? max : v;
}
static long long __cornet_strtoll(const char *s, char **end, int base) {
  _Bool minus;
  unsigned long long v = __cornet_number(s, end, base, ~0ull >> 1, 1, &minus);
  return (long long)(minus ? -v : v);
}
static unsigned long long __cornet_strtoull(const char *s, char **end, int base) {
  _Bool minus;
  unsigned long long v = __cornet_number(s, end, base, ~0ull, 0, &minus);
  return minus && v != ~0ull ? -v : v;
}
static long __cornet_strtol(const char *s, char **end, int base) {
  _Bool minus;
  unsigned long v = (unsigned long)__cornet_number(s, end, base, ~0ul >> 1, 1, &minus);
  return (long)(minus ? -v : v);
}
static unsigned long __cornet_strtoul(const char *s, char **end, int base) {
  _Bool minus;
  unsigned long v = (unsigned long)__cornet_number(s, end, base, ~0ul, 0, &minus);
  return minus && v != ~0ul ? -v : v;
}
static long long __cornet_strtoimax(const char *s, char **end, int base) { return __cornet_strtoll(s, end, base); }
static unsigned long long __cornet_strtoumax(const char *s, char **end, int base) { return __cornet_strtoull(s, end, base); }
static int __cornet_atoi(const char *s) { return (int)__cornet_strtol(s, 0, 10); }
static long __cornet_atol(const char *s) { return __cornet_strtol(s, 0, 10); }
static long long __cornet_atoll(const char *s) { return __cornet_strtoll(s, 0, 10); }

/* What is parsed is any number, and ends somewhere in the text. */
static char *__cornet_text_end(const char *s) {
  while (*s != 0 && __cornet_unknown_bool())
    s++;
  return (char *)s;
}
static double __cornet_strtod(const char *s, char **end) {
  char *behind = __cornet_text_end(s);
  if (end)
    *end = behind;
  return __cornet_unknown_double();
}
static float __cornet_strtof(const char *s, char **end) { return (float)__cornet_strtod(s, end); }
static double __cornet_atof(const char *s) { return __cornet_strtod(s, 0); }

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
    __cornet_atomic_begin();
    *once = 2;
    __cornet_atomic_end();
  } else {
    __cornet_atomic_begin();
    __cornet_wait_once(*once == 2);
    __cornet_atomic_end();
  }
  return 0;
}

static void __cornet_call_once(int *once, void (*f)(void)) { __cornet_pthread_once(once, f); }

/* Barriers: how many are still missing, of how many, and how often it has opened. */
struct __cornet_barrier { _Alignas(long) unsigned __left; unsigned __count, __round; __cornet_words(__cornet_w2, __cornet_w2) };

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
  __cornet_wait_barrier(b->__round != round);
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

static int *__cornet___errno_location(void) { return &__cornet_errno; }
