#ifndef __CORNET_LIBGEN_H
#define __CORNET_LIBGEN_H
char *dirname(char *);
char *basename(char *);
#endif
