#ifndef __CORNET_FEATURES_H
#define __CORNET_FEATURES_H
#define __GLIBC__ 2
#define __GLIBC_MINOR__ 36
#define __GLIBC_PREREQ(a, b) ((__GLIBC__ << 16) + __GLIBC_MINOR__ >= ((a) << 16) + (b))
#endif
