#pragma once
#ifdef STATE
#undef STATE
#define STATE 2
#else
#define STATE 1
#endif
