#ifndef __CORNET_XMMINTRIN_H
#define __CORNET_XMMINTRIN_H
/* Vectors are structs here, which have no operators. Executions end at a call of an intrinsic function, as at all that is not supported. */
typedef struct { float __f[4]; } __attribute__((__aligned__(16))) __m128;
#define _MM_SHUFFLE(a, b, c, d) (((a) << 6) | ((b) << 4) | ((c) << 2) | (d))
#define _MM_HINT_T0 3
#define _MM_HINT_T1 2
#define _MM_HINT_T2 1
#define _MM_HINT_NTA 0
#define _mm_prefetch(p, hint) ((void)(p))
__m128 _mm_undefined_ps(void), _mm_setzero_ps(void), _mm_add_ss(__m128, __m128), _mm_sub_ss(__m128, __m128), _mm_mul_ss(__m128, __m128),
  _mm_div_ss(__m128, __m128), _mm_sqrt_ss(__m128), _mm_rcp_ss(__m128), _mm_rsqrt_ss(__m128), _mm_min_ss(__m128, __m128), _mm_max_ss(__m128, __m128),
  _mm_add_ps(__m128, __m128), _mm_sub_ps(__m128, __m128), _mm_mul_ps(__m128, __m128), _mm_div_ps(__m128, __m128), _mm_sqrt_ps(__m128),
  _mm_rcp_ps(__m128), _mm_rsqrt_ps(__m128), _mm_min_ps(__m128, __m128), _mm_max_ps(__m128, __m128), _mm_and_ps(__m128, __m128),
  _mm_andnot_ps(__m128, __m128), _mm_or_ps(__m128, __m128), _mm_xor_ps(__m128, __m128), _mm_cmpeq_ss(__m128, __m128), _mm_cmplt_ss(__m128, __m128),
  _mm_cmple_ss(__m128, __m128), _mm_cmpgt_ss(__m128, __m128), _mm_cmpge_ss(__m128, __m128), _mm_cmpneq_ss(__m128, __m128),
  _mm_cmpnlt_ss(__m128, __m128), _mm_cmpnle_ss(__m128, __m128), _mm_cmpngt_ss(__m128, __m128), _mm_cmpnge_ss(__m128, __m128),
  _mm_cmpord_ss(__m128, __m128), _mm_cmpunord_ss(__m128, __m128), _mm_cmpeq_ps(__m128, __m128), _mm_cmplt_ps(__m128, __m128),
  _mm_cmple_ps(__m128, __m128), _mm_cmpgt_ps(__m128, __m128), _mm_cmpge_ps(__m128, __m128), _mm_cmpneq_ps(__m128, __m128),
  _mm_cmpnlt_ps(__m128, __m128), _mm_cmpnle_ps(__m128, __m128), _mm_cmpngt_ps(__m128, __m128), _mm_cmpnge_ps(__m128, __m128),
  _mm_cmpord_ps(__m128, __m128), _mm_cmpunord_ps(__m128, __m128), _mm_cvtsi32_ss(__m128, int), _mm_cvt_si2ss(__m128, int),
  _mm_cvtsi64_ss(__m128, long long), _mm_cvtsi64x_ss(__m128, long long), _mm_shuffle_ps(__m128, __m128, int), _mm_unpackhi_ps(__m128, __m128),
  _mm_unpacklo_ps(__m128, __m128), _mm_movehl_ps(__m128, __m128), _mm_movelh_ps(__m128, __m128), _mm_set_ss(float), _mm_set1_ps(float),
  _mm_set_ps1(float), _mm_load_ss(const float *), _mm_load1_ps(const float *), _mm_load_ps1(const float *), _mm_load_ps(const float *),
  _mm_loadu_ps(const float *), _mm_loadr_ps(const float *), _mm_set_ps(float, float, float, float), _mm_setr_ps(float, float, float, float),
  _mm_move_ss(__m128, __m128);
int _mm_comieq_ss(__m128, __m128), _mm_comilt_ss(__m128, __m128), _mm_comile_ss(__m128, __m128), _mm_comigt_ss(__m128, __m128),
  _mm_comige_ss(__m128, __m128), _mm_comineq_ss(__m128, __m128), _mm_ucomieq_ss(__m128, __m128), _mm_ucomilt_ss(__m128, __m128),
  _mm_ucomile_ss(__m128, __m128), _mm_ucomigt_ss(__m128, __m128), _mm_ucomige_ss(__m128, __m128), _mm_ucomineq_ss(__m128, __m128),
  _mm_cvtss_si32(__m128), _mm_cvt_ss2si(__m128), _mm_cvttss_si32(__m128), _mm_cvtt_ss2si(__m128), _mm_movemask_ps(__m128);
long long _mm_cvtss_si64(__m128), _mm_cvtss_si64x(__m128), _mm_cvttss_si64(__m128), _mm_cvttss_si64x(__m128);
unsigned _mm_getcsr(void);
void _mm_setcsr(unsigned int), _mm_store_ss(float *, __m128), _mm_store_ps(float *, __m128), _mm_storeu_ps(float *, __m128),
  _mm_store1_ps(float *, __m128), _mm_store_ps1(float *, __m128), _mm_storer_ps(float *, __m128), _mm_stream_ps(float *, __m128), _mm_sfence(void),
  _mm_pause(void);
float _mm_cvtss_f32(__m128);
#endif
