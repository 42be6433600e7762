#ifndef __CORNET_STDNORETURN_H
#define __CORNET_STDNORETURN_H
#define noreturn _Noreturn
#endif
