/* Validation case 1 (case1.c) in C++. Prints the same bits as case1.tcl.
 *
 *     c++ case1.cpp $(pkg-config --cflags --libs tandem) -o case1 && ./case1
 */
#include "model.hpp"

#include <cstdio>

int main()
try {
	Model model;

	model("model", "BasicBuilder", "-ndm", 2, "-ndf", 3);
	model("node", 1, 0.0, 0.0);
	model("node", 2, 0.0, 156.0);
	model("fix", 1, 1, 1, 1);
	model("geomTransf", "PDelta", 1);
	model("element", "elasticBeamColumn", 1, 1, 2, 75.6, 29000.0, 3400.0, 1);
	model("mass", 2, 0.1, 0.1, 0.1);
	model("system", "UmfPack");
	model("constraints", "Plain");
	model("algorithm", "Linear");
	model("numberer", "RCM");
	model("integrator", "Newmark", 0.5, 0.25, 0.4503, 0.0, 0.0023, 0.0);
	model("analysis", "Transient");
	model("timeSeries", "Sine", 1, 0.0, 50.0, 3.14159);
	model("pattern", "Plain", 1, 1);
	model("load", 2, 1.0, 0.0, 0.0);
	for (int i = 0; i < 10000; i++) {
		model.step(0.001);
		const double *u = tandem_motion(model, TANDEM_DISP, nullptr) + tandem_freedom(model, 2, 1);
		std::printf("%.17g %.17g %.17g %.17g\n", tandem_time(model), u[0], u[1], u[2]);
	}
	return 0;
} catch (const std::exception &e) {
	std::fprintf(stderr, "%s\n", e.what());
	return 1;
}
