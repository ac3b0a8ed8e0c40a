/* Validation case 2 (case2.c) in C++. Prints the same bits as case2.tcl.
 *
 *     c++ case2.cpp $(pkg-config --cflags --libs tandem) -o case2 && ./case2
 */
#include "model.hpp"

#include <cstdio>

static void print(const Model &model)
{
	int32_t columns;
	int64_t rows;
	const double *x = tandem_rows(model, "corners", &rows, &columns);

	for (int64_t i = 0; i < rows; i++)
		for (int32_t k = 0; k < columns; k++)
			std::printf("%.17g%c", x[i * columns + k], k < columns - 1 ? ' ' : '\n');
}

int main()
try {
	Model model;

	model("model", "BasicBuilder", "-ndm", 2, "-ndf", 3);
	model("node", 1, 0.0, 0.0);
	model("node", 2, 0.0, 156.0);
	model("node", 3, 360.0, 156.0);
	model("node", 4, 360.0, 0.0);
	model("fix", 1, 1, 1, 1);
	model("fix", 4, 1, 1, 1);
	model("geomTransf", "Linear", 1);
	model("uniaxialMaterial", "Elastic", 1001, 29000.0, 0.0);
	model("element", "elasticBeamColumn", 1, 1, 2, 75.6, 29000.0, 3400.0, 1);
	model("element", "elasticBeamColumn", 2, 2, 3, 34.7, 29000.0, 5900.0, 1);
	model("element", "elasticBeamColumn", 3, 3, 4, 75.6, 29000.0, 3400.0, 1);
	model("element", "truss", 4, 1, 3, 10.0, 1001);
	for (int node : {2, 3})
		model("mass", node, 0.1, 0.1, 0.1);
	model("system", "UmfPack");
	model("constraints", "Plain");
	model("algorithm", "Linear");
	model("numberer", "RCM");
	model("integrator", "Newmark", 0.5, 0.25, 0.5, 0.0, 0.0, 0.0);
	model("analysis", "Transient");
	model("timeSeries", "Sine", 1, 0.0, 50.0, 3.14159);
	model("pattern", "Plain", 1, 1);
	model("load", 2, 1.0, 0.0, 0.0);
	model("recorder", "Node", "-memory", "corners", "-time", "-node", 2, 3, "-dof", 1, 2, 3, "disp");
	model.analyze(10000, 0.001);
	print(model);
	return 0;
} catch (const std::exception &e) {
	std::fprintf(stderr, "%s\n", e.what());
	return 1;
}
