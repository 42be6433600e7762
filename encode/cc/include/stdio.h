#ifndef __CORNET_STDIO_H
#define __CORNET_STDIO_H
#include <stddef.h>
#include <stdarg.h>
#include <sys/types.h>
typedef struct __cornet_file { _Alignas(long) int __fd; __cornet_words(__cornet_w16 __cornet_w8 __cornet_w2, __cornet_w16 __cornet_w16 __cornet_w4) } FILE;
extern FILE *stdin, *stdout, *stderr;
#define EOF (-1)
#define BUFSIZ 8192
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define _IOFBF 0
#define _IOLBF 1
#define _IONBF 2
#define L_tmpnam 20
#define TMP_MAX 238328
#define FILENAME_MAX 4096
#define FOPEN_MAX 16
#define P_tmpdir "/tmp"
int printf(const char *, ...);
int fprintf(FILE *, const char *, ...);
int sprintf(char *, const char *, ...);
int snprintf(char *, size_t, const char *, ...);
int vprintf(const char *, va_list);
int vfprintf(FILE *, const char *, va_list);
int vsprintf(char *, const char *, va_list);
int vsnprintf(char *, size_t, const char *, va_list);
int scanf(const char *, ...);
int fscanf(FILE *, const char *, ...);
int sscanf(const char *, const char *, ...);
int puts(const char *);
int putchar(int);
int putc(int, FILE *);
int fputc(int, FILE *);
int fputs(const char *, FILE *);
int getchar(void);
int getc(FILE *);
int fgetc(FILE *);
char *fgets(char *, int, FILE *);
char *gets(char *);
FILE *fopen(const char *, const char *);
int fclose(FILE *);
int fflush(FILE *);
void setbuf(FILE *, char *);
int setvbuf(FILE *, char *, int, size_t);
FILE *freopen(const char *, const char *, FILE *);
int ungetc(int, FILE *);
int fseek(FILE *, long, int);
long ftell(FILE *);
void rewind(FILE *);
void clearerr(FILE *);
int rename(const char *, const char *);
int feof(FILE *);
int ferror(FILE *);
size_t fread(void *, size_t, size_t, FILE *);
size_t fwrite(const void *, size_t, size_t, FILE *);
void perror(const char *);
FILE *tmpfile(void);
char *tmpnam(char *);
FILE *popen(const char *, const char *);
int pclose(FILE *);
int fileno(FILE *);
FILE *fdopen(int, const char *);
int getc_unlocked(FILE *);
int fseeko(FILE *, off_t, int);
off_t ftello(FILE *);
void flockfile(FILE *);
void funlockfile(FILE *);
int remove(const char *);
typedef struct { __cornet_words(__cornet_w2, __cornet_w2 __cornet_w1) } fpos_t;
int fgetpos(FILE *, fpos_t *);
int fsetpos(FILE *, const fpos_t *);
#endif
