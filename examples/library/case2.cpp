/* Validation case 2 (case2.c) in C++. Prints the same bits as case2.tcl.
 *
 *     c++ case2.cpp $(pkg-config --cflags --libs tandem) -o case2 && ./case2
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

static void print(tandem *t)
{
	int32_t columns;
	int64_t rows;
	const double *x = tandem_rows(t, "corners", &rows, &columns);

	for (int64_t i = 0; i < rows; i++)
		for (int32_t k = 0; k < columns; k++)
			std::printf("%.17g%c", x[i * columns + k], k < columns - 1 ? ' ' : '\n');
}

int main()
try {
	Model model = make();
	tandem *t = model.get();
	const auto say = [t](auto... words) { check(t, tandem_say(t, words...)); };

	say("model", "BasicBuilder", "-ndm", 2, "-ndf", 3);
	say("node", 1, 0.0, 0.0);
	say("node", 2, 0.0, 156.0);
	say("node", 3, 360.0, 156.0);
	say("node", 4, 360.0, 0.0);
	say("fix", 1, 1, 1, 1);
	say("fix", 4, 1, 1, 1);
	say("geomTransf", "Linear", 1);
	say("uniaxialMaterial", "Elastic", 1001, 29000.0, 0.0);
	say("element", "elasticBeamColumn", 1, 1, 2, 75.6, 29000.0, 3400.0, 1);
	say("element", "elasticBeamColumn", 2, 2, 3, 34.7, 29000.0, 5900.0, 1);
	say("element", "elasticBeamColumn", 3, 3, 4, 75.6, 29000.0, 3400.0, 1);
	say("element", "truss", 4, 1, 3, 10.0, 1001);
	for (int node : {2, 3})
		say("mass", node, 0.1, 0.1, 0.1);
	say("system", "UmfPack");
	say("constraints", "Plain");
	say("algorithm", "Linear");
	say("numberer", "RCM");
	say("integrator", "Newmark", 0.5, 0.25, 0.5, 0.0, 0.0, 0.0);
	say("analysis", "Transient");
	say("timeSeries", "Sine", 1, 0.0, 50.0, 3.14159);
	say("pattern", "Plain", 1, 1);
	say("load", 2, 1.0, 0.0, 0.0);
	say("recorder", "Node", "-memory", "corners", "-time", "-node", 2, 3, "-dof", 1, 2, 3, "disp");
	check(t, tandem_analyze(t, 10000, 0.001));
	print(t);
	return 0;
} catch (const std::exception &e) {
	std::fprintf(stderr, "%s\n", e.what());
	return 1;
}
