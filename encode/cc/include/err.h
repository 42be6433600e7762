#ifndef __CORNET_ERR_H
#define __CORNET_ERR_H
#include <stdarg.h>
void err(int, const char *, ...) __attribute__((__noreturn__));
void errx(int, const char *, ...) __attribute__((__noreturn__));
void warn(const char *, ...);
void warnx(const char *, ...);
#endif
