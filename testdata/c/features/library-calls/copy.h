#include <string.h>
static void copy(char *d, const char *s) { strcpy(d, s); }
