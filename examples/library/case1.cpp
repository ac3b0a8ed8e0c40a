/* Validation case 1 (case1.c) in C++: words of any kind in one call, the first failure as an exception. Prints the same bits as case1.tcl.
 *
 *     c++ case1.cpp $(pkg-config --cflags --libs tandem) -o case1 && ./case1
 */
#include <tandem.h>

#include <cstdio>
#include <memory>
#include <stdexcept>

struct Free { void operator()(tandem *t) const { tandem_free(t); } };
using Model = std::unique_ptr<tandem, Free>;

static void check(tandem *t, int32_t code)
{
	if (code < 0)
		throw std::runtime_error(tandem_error(t)->text);
}

static Model make()
{
	tandem *t = nullptr;

	check(t, tandem_new(&t));
	return Model(t);
}

int main()
try {
	Model model = make();
	tandem *t = model.get();
	const auto say = [t](auto... words) { check(t, tandem_say(t, words...)); };

	say("model", "BasicBuilder", "-ndm", 2, "-ndf", 3);
	say("node", 1, 0.0, 0.0);
	say("node", 2, 0.0, 156.0);
	say("fix", 1, 1, 1, 1);
	say("geomTransf", "PDelta", 1);
	say("element", "elasticBeamColumn", 1, 1, 2, 75.6, 29000.0, 3400.0, 1);
	say("mass", 2, 0.1, 0.1, 0.1);
	say("system", "UmfPack");
	say("constraints", "Plain");
	say("algorithm", "Linear");
	say("numberer", "RCM");
	say("integrator", "Newmark", 0.5, 0.25, 0.4503, 0.0, 0.0023, 0.0);
	say("analysis", "Transient");
	say("timeSeries", "Sine", 1, 0.0, 50.0, 3.14159);
	say("pattern", "Plain", 1, 1);
	say("load", 2, 1.0, 0.0, 0.0);
	for (int i = 0; i < 10000; i++) {
		check(t, tandem_step(t, 0.001));
		const double *u = tandem_motion(t, TANDEM_DISP, nullptr) + tandem_freedom(t, 2, 1);
		std::printf("%.17g %.17g %.17g %.17g\n", tandem_time(t), u[0], u[1], u[2]);
	}
	return 0;
} catch (const std::exception &e) {
	std::fprintf(stderr, "%s\n", e.what());
	return 1;
}
