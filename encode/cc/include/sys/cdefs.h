#ifndef __CORNET_SYS_CDEFS_H
#define __CORNET_SYS_CDEFS_H
#define __BEGIN_DECLS
#define __END_DECLS
#define __THROW
#define __CONCAT(x, y) x ## y
#define __STRING(x) #x
#define __P(args) args
#endif
