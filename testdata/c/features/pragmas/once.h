#pragma once
static const int once = 4;
