/* exp, log, sin, .. of float, branch-free: exp, log and tanh in float arithmetic, the others in double and rounded once.
   Bounds: docs/ulp.md. Polynomials: benchmarks/fit_polynomials.py. Only pow calls libm. */
#ifndef T27_MATH32_H
#define T27_MATH32_H

#include "t27_trig64.h"

static inline float t27_exp_f32(float x) {
    const float raised = x < -104.0f ? -104.0f : x;
    const float limited = raised > 89.0f ? 89.0f : raised;
    const float shifted = limited * 1.44269504f + 12582912.0f;
    const float n = shifted - 12582912.0f;
    const float r = (limited - n * 0.693359375f) - n * -2.12194440e-4f;
    float q = 0.00139264841f;
    q = q * r + 0.00836341962f;
    q = q * r + 0.04166655281f;
    q = q * r + 0.1666657554f;
    q = q * r + 0.5f;
    const float y = 1.0f + (r + r * r * q);
    const uint32_t k = t27_bits_f32(shifted) - t27_bits_f32(12582912.0f);
    const uint32_t half = ((k + 1024u) >> 1) - 512u;
    return y * t27_from_bits_f32((half + 127u) << 23) * t27_from_bits_f32((k - half + 127u) << 23);
}

static inline float t27_log_f32(float x) {
    const bool tiny = x < 0x1p-126f;
    const uint32_t bits = t27_bits_f32(tiny ? x * 0x1p25f : x) + (0x3F800000u - 0x3F3504F3u);
    const float exponent = (float)(int32_t)(bits >> 23) - 127.0f;
    const float k = tiny ? exponent - 25.0f : exponent;
    const float f = t27_from_bits_f32((bits & 0x7FFFFFu) + 0x3F3504F3u) - 1.0f;
    float q = 0.06973070409f;
    q = q * f - 0.1148147724f;
    q = q * f + 0.1168571964f;
    q = q * f - 0.1242548656f;
    q = q * f + 0.1424900932f;
    q = q * f - 0.1666780858f;
    q = q * f + 0.200007172f;
    q = q * f - 0.2499999691f;
    q = q * f + 0.3333333117f;
    const float square = f * f;
    const float y = k * 0.693359375f + (f + (f * square * q + k * -2.12194440e-4f - 0.5f * square));
    const float above = x < __builtin_inff() ? y : x;
    const float zero = x == 0.0f ? -__builtin_inff() : above;
    return x < 0.0f ? __builtin_nanf("") : zero;
}

static inline float t27_tanh_f32(float x) {
    const float size = __builtin_fabsf(x);
    const float large = 1.0f - 2.0f / (t27_exp_f32(2.0f * size) + 1.0f);
    const float z = x * x;
    float q = -0.006609614013f;
    q = q * z + 0.02130906233f;
    q = q * z - 0.05390937564f;
    q = q * z + 0.1333311346f;
    q = q * z - 0.3333333201f;
    const float small = x + x * z * q;
    const float y = size < 0.55f ? small : __builtin_copysignf(large, x);
    return size < 0x1p-13f ? x : y;
}

#define T27_DEFINE_ROUNDED(name) \
    static inline float t27_##name##_f32(float x) { return (float)t27_##name##_f64((double)x); }

T27_DEFINE_ROUNDED(exp2)
T27_DEFINE_ROUNDED(expm1)
T27_DEFINE_ROUNDED(log2)
T27_DEFINE_ROUNDED(log10)
T27_DEFINE_ROUNDED(log1p)
T27_DEFINE_ROUNDED(sinh)
T27_DEFINE_ROUNDED(cosh)
T27_DEFINE_ROUNDED(asin)
T27_DEFINE_ROUNDED(acos)
T27_DEFINE_ROUNDED(atan)

/* The turns that 2^e is beyond whole ones, times 2^96: the factor by which huge angles are reduced exactly. */
static const struct t27_turns {
    uint64_t hi;
    uint32_t lo;
} t27_turns[105] = {
    {UINT64_C(2935890503282001226), 2131351028u}, {UINT64_C(5871781006564002452), 4262702056u}, {UINT64_C(11743562013128004905), 4230436817u},
    {UINT64_C(5040379952546458195), 4165906339u}, {UINT64_C(10080759905092916391), 4036845383u}, {UINT64_C(1714775736476281167), 3778723471u},
    {UINT64_C(3429551472952562335), 3262479647u}, {UINT64_C(6859102945905124671), 2229991998u}, {UINT64_C(13718205891810249343), 165016701u},
    {UINT64_C(8989667709910947070), 330033402u}, {UINT64_C(17979335419821894140), 660066805u}, {UINT64_C(17511926765934236664), 1320133610u},
    {UINT64_C(16577109458158921712), 2640267220u}, {UINT64_C(14707474842608291809), 985567145u}, {UINT64_C(10968205611507032002), 1971134291u},
    {UINT64_C(3489667149304512388), 3942268582u}, {UINT64_C(6979334298609024777), 3589569869u}, {UINT64_C(13958668597218049555), 2884172442u},
    {UINT64_C(9470593120726547495), 1473377588u}, {UINT64_C(494442167743543374), 2946755177u}, {UINT64_C(988884335487086749), 1598543059u},
    {UINT64_C(1977768670974173498), 3197086118u}, {UINT64_C(3955537341948346997), 2099204941u}, {UINT64_C(7911074683896693994), 4198409883u},
    {UINT64_C(15822149367793387989), 4101852471u}, {UINT64_C(13197554661877224363), 3908737646u}, {UINT64_C(7948365250044897111), 3522507997u},
    {UINT64_C(15896730500089794223), 2750048699u}, {UINT64_C(13346716926470036831), 1205130103u}, {UINT64_C(8246689779230522046), 2410260206u},
    {UINT64_C(16493379558461044093), 525553116u}, {UINT64_C(14540015043212536570), 1051106232u}, {UINT64_C(10633286012715521524), 2102212464u},
    {UINT64_C(2819827951721491432), 4204424928u}, {UINT64_C(5639655903442982865), 4113882560u}, {UINT64_C(11279311806885965731), 3932797825u},
    {UINT64_C(4111879540062379847), 3570628355u}, {UINT64_C(8223759080124759695), 2846289414u}, {UINT64_C(16447518160249519391), 1397611533u},
    {UINT64_C(14448292246789487166), 2795223067u}, {UINT64_C(10449840419869422717), 1295478838u}, {UINT64_C(2452936766029293818), 2590957677u},
    {UINT64_C(4905873532058587637), 886948059u}, {UINT64_C(9811747064117175274), 1773896118u}, {UINT64_C(1176750054524798932), 3547792237u},
    {UINT64_C(2353500109049597865), 2800617179u}, {UINT64_C(4707000218099195731), 1306267062u}, {UINT64_C(9414000436198391462), 2612534124u},
    {UINT64_C(381256798687231309), 930100952u}, {UINT64_C(762513597374462618), 1860201905u}, {UINT64_C(1525027194748925236), 3720403810u},
    {UINT64_C(3050054389497850473), 3145840325u}, {UINT64_C(6100108778995700947), 1996713354u}, {UINT64_C(12200217557991401894), 3993426708u},
    {UINT64_C(5953691042273252173), 3691886121u}, {UINT64_C(11907382084546504347), 3088804946u}, {UINT64_C(5368020095383457079), 1882642597u},
    {UINT64_C(10736040190766914158), 3765285194u}, {UINT64_C(3025336307824276701), 3235603093u}, {UINT64_C(6050672615648553403), 2176238891u},
    {UINT64_C(12101345231297106807), 57510486u}, {UINT64_C(5755946388884661998), 115020972u}, {UINT64_C(11511892777769323996), 230041945u},
    {UINT64_C(4577041481829096376), 460083891u}, {UINT64_C(9154082963658192752), 920167782u}, {UINT64_C(18308165927316385504), 1840335564u},
    {UINT64_C(18169587780923219392), 3680671129u}, {UINT64_C(17892431488136887169), 3066374962u}, {UINT64_C(17338118902564222723), 1837782628u},
    {UINT64_C(16229493731418893830), 3675565257u}, {UINT64_C(14012243389128236045), 3056163219u}, {UINT64_C(9577742704546920475), 1817359143u},
    {UINT64_C(708741335384289334), 3634718287u}, {UINT64_C(1417482670768578669), 2974469278u}, {UINT64_C(2834965341537157339), 1653971260u},
    {UINT64_C(5669930683074314678), 3307942520u}, {UINT64_C(11339861366148629357), 2320917745u}, {UINT64_C(4232978658587707099), 346868194u},
    {UINT64_C(8465957317175414198), 693736388u}, {UINT64_C(16931914634350828396), 1387472776u}, {UINT64_C(15417085194992105176), 2774945552u},
    {UINT64_C(12387426316274658737), 1254923809u}, {UINT64_C(6328108558839765858), 2509847619u}, {UINT64_C(12656217117679531717), 724727943u},
    {UINT64_C(6865690161649511818), 1449455886u}, {UINT64_C(13731380323299023636), 2898911772u}, {UINT64_C(9016016572888495657), 1502856249u},
    {UINT64_C(18032033145776991314), 3005712498u}, {UINT64_C(17617322217844431013), 1716457700u}, {UINT64_C(16787900361979310410), 3432915400u},
    {UINT64_C(15129056650249069205), 2570863504u}, {UINT64_C(11811369226788586795), 846759712u}, {UINT64_C(5175994379867621974), 1693519425u},
    {UINT64_C(10351988759735243948), 3387038850u}, {UINT64_C(2257233445760936281), 2479110404u}, {UINT64_C(4514466891521872563), 663253512u},
    {UINT64_C(9028933783043745126), 1326507024u}, {UINT64_C(18057867566087490252), 2653014048u}, {UINT64_C(17668991058465428889), 1011060801u},
    {UINT64_C(16891238043221306162), 2022121603u}, {UINT64_C(15335732012733060708), 4044243207u}, {UINT64_C(12224719951756569801), 3793519119u},
    {UINT64_C(6002695829803587987), 3292070943u}, {UINT64_C(12005391659607175975), 2289174591u}, {UINT64_C(5564039245504800335), 283381887u},
};

/* x = quadrant pi/2 + r, r in double: by subtraction below 2^24, by the table of turns above. */
static inline t27_angle t27_reduce_f32(float x) {
    const double shifted = (double)x * 0x1.45f306dc9c883p-1 + T27_ROUNDER;
    const double n = shifted - T27_ROUNDER;
    const double near = ((double)x - n * 0x1.921fb54000000p+0) - n * 0x1.10b4611a62633p-30;
    const uint32_t bits = t27_bits_f32(x);
    const uint32_t exponent = (bits >> 23) & 0xFFu;
    const uint32_t row = exponent < 150u ? 0u : exponent > 254u ? 104u : exponent - 150u;
    const uint64_t whole = (bits & 0x7FFFFFu) | 0x800000u;
    const uint64_t turn = whole * t27_turns[row].hi + ((whole * t27_turns[row].lo) >> 32);
    const uint64_t quarter = (turn + UINT64_C(0x2000000000000000)) >> 62;
    const uint64_t rest = turn - (quarter << 62);
    const double part = (double)(int32_t)(uint32_t)(rest >> 32) * 0x1p-32 + (double)(int32_t)(uint32_t)((rest & 0xFFFFFFFFu) >> 1) * 0x1p-63;
    const bool huge = exponent >= 151u;
    const bool negative = (bits >> 31) != 0;
    const double far = part * 6.28318530717958648;
    t27_angle angle;
    angle.r = huge ? (negative ? -far : far) : near;
    angle.c = 0.0;
    angle.quadrant = huge ? (negative ? 0u - quarter : quarter) : t27_bits_f64(shifted);
    return angle;
}
static inline double t27_sine_f32(double r) {
    const double z = r * r;
    double q = 2.72483647730366675e-6;
    q = q * z - 0.000198400746657374652;
    q = q * z + 0.00833333185231097282;
    q = q * z - 0.166666666637975429;
    return r + r * z * q;
}
static inline double t27_cosine_f32(double r) {
    const double z = r * r;
    double q = -2.72996563160228672e-7;
    q = q * z + 0.0000248005903037114161;
    q = q * z - 0.00138888876533229663;
    q = q * z + 0.0416666666642730129;
    return 1.0 - 0.5 * z + z * z * q;
}
static inline float t27_sin_f32(float x) {
    const t27_angle a = t27_reduce_f32(x);
    const float y = (float)t27_quadrant(a.quadrant, t27_sine_f32(a.r), t27_cosine_f32(a.r));
    const float size = __builtin_fabsf(x);
    return size < __builtin_inff() ? (size < 0x1p-12f ? x : y) : x - x;
}
static inline float t27_cos_f32(float x) {
    const t27_angle a = t27_reduce_f32(x);
    const float y = (float)t27_quadrant(a.quadrant + 1u, t27_sine_f32(a.r), t27_cosine_f32(a.r));
    return __builtin_fabsf(x) < __builtin_inff() ? y : x - x;
}
static inline float t27_tan_f32(float x) {
    const t27_angle a = t27_reduce_f32(x);
    const double sine = t27_sine_f32(a.r);
    const double cosine = t27_cosine_f32(a.r);
    const bool odd = (a.quadrant & 1u) != 0;
    const float y = (float)((odd ? -cosine : sine) / (odd ? sine : cosine));
    const float size = __builtin_fabsf(x);
    return size < __builtin_inff() ? (size < 0x1p-12f ? x : y) : x - x;
}

static inline float t27_erf_f32(float x) {
    const double a = (double)__builtin_fabsf(x);
    const double z = a < 1.0 ? a * a : 1.0;
    double p = -1.04691103321512084e-7;
    p = p * z + 1.53063731636410843e-6;
    p = p * z - 0.0000147950314006620446;
    p = p * z + 0.000120462612697797974;
    p = p * z - 0.000854793373651963316;
    p = p * z + 0.00522396719354389972;
    p = p * z - 0.0268661690505993239;
    p = p * z + 0.112837916585487128;
    p = p * z - 0.376126389028086136;
    p = p * z + 1.12837916709549382;
    const double u = (a > 4.0 ? 4.0 : a) - 2.5;
    double q = 3.83471414223868916e-8;
    q = q * u + 6.61463686082739473e-8;
    q = q * u - 1.82979275686340644e-6;
    q = q * u + 0.0000129745258129885885;
    q = q * u - 0.0000769696326374351114;
    q = q * u + 0.000420709648264572443;
    q = q * u - 0.00216550173869713719;
    q = q * u + 0.0108581638400724246;
    q = q * u + 0.943893736330037763;
    q = q * u + 5.35268074066996986;
    q = q * u + 7.80681527272726436;
    const double y = a < 1.0 ? a * p : 1.0 - t27_exp_f64(-q);
    return x != x ? x : __builtin_copysignf((float)y, x);
}

static inline float t27_atan2_f32(float y, float x) {
    return (float)t27_atan2_f64((double)y, (double)x);
}
static inline float t27_hypot_f32(float x, float y) {
    const double a = (double)x;
    const double b = (double)y;
    const bool infinite = t27_is_inf_f32(x) || t27_is_inf_f32(y);
    return infinite ? __builtin_inff() : (float)__builtin_sqrt(a * a + b * b);
}
static inline float t27_pow_f32(float x, float y) {
    return (float)__builtin_pow((double)x, (double)y);
}

#endif
