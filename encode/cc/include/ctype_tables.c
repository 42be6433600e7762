/* What the macros of glibc's ctype.h look up, in the locale C: from -128 to 255. The bits of classes are those of little endian. */
#define ROW(f, c) f(c), f(c + 1), f(c + 2), f(c + 3), f(c + 4), f(c + 5), f(c + 6), f(c + 7)
#define ROWS(f, c) ROW(f, c), ROW(f, c + 8), ROW(f, c + 16), ROW(f, c + 24), ROW(f, c + 32), ROW(f, c + 40), ROW(f, c + 48), ROW(f, c + 56)
#define ALL(f) ROWS(f, -128), ROWS(f, -64), ROWS(f, 0), ROWS(f, 64), ROWS(f, 128), ROWS(f, 192)
#define BETWEEN(c, a, z) ((c) >= (a) && (c) <= (z))
#define UPPER(c) BETWEEN(c, 'A', 'Z')
#define LOWER(c) BETWEEN(c, 'a', 'z')
#define DIGIT(c) BETWEEN(c, '0', '9')
#define XDIGIT(c) (DIGIT(c) || BETWEEN(c, 'A', 'F') || BETWEEN(c, 'a', 'f'))
#define ALNUM(c) (UPPER(c) || LOWER(c) || DIGIT(c))
#define BLANK(c) ((c) == ' ' || (c) == '\t')
#define CONTROL(c) (BETWEEN(c, 0, 31) || (c) == 127)
#define GRAPH(c) BETWEEN(c, 33, 126)
#define CLASSES(c) UPPER(c) << 8 | LOWER(c) << 9 | (UPPER(c) || LOWER(c)) << 10 | DIGIT(c) << 11 | XDIGIT(c) << 12 | ((c) == ' ' || BETWEEN(c, 9, 13)) << 13 | \
  BETWEEN(c, 32, 126) << 14 | GRAPH(c) << 15 | BLANK(c) << 0 | CONTROL(c) << 1 | (GRAPH(c) && !ALNUM(c)) << 2 | ALNUM(c) << 3
#define BYTE(c) ((c) < -1 ? (c) + 256 : (c))
#define TO_LOWER(c) UPPER(c) ? (c) + 32 : BYTE(c)
#define TO_UPPER(c) LOWER(c) ? (c) - 32 : BYTE(c)

static const unsigned short __cornet_ctype_classes[384] = {ALL(CLASSES)};
static const unsigned short *const __cornet_ctype_class = __cornet_ctype_classes + 128;
static const unsigned short **__cornet___ctype_b_loc(void) { return (const unsigned short **)&__cornet_ctype_class; }
static const int __cornet_ctype_lowers[384] = {ALL(TO_LOWER)};
static const int *const __cornet_ctype_lower = __cornet_ctype_lowers + 128;
static const int **__cornet___ctype_tolower_loc(void) { return (const int **)&__cornet_ctype_lower; }
static const int __cornet_ctype_uppers[384] = {ALL(TO_UPPER)};
static const int *const __cornet_ctype_upper = __cornet_ctype_uppers + 128;
static const int **__cornet___ctype_toupper_loc(void) { return (const int **)&__cornet_ctype_upper; }
