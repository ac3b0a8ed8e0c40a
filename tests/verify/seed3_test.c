/* The shear frames of Jung 2006 (Fast Hybrid Test), by the program itself: frequencies, and peaks under El Centro by CentralDifference
 * at 1 ms with modal damping. Numbers: validation.md, item 8. Needs the record folder (TANDEM_RECORDS or ../shared/records). */
#include "verify/verify.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/base.h"

/* Table 1: 35054 kg a storey (half in the third), 3.678e6, 2.627e6, 1.751e6 N/m. "law" is linear, or d_y and theta of Figure 3. */
static const char frame_script[] =
	"proc frame {n law} {\n"
	"	wipe\n"
	"	model basic -ndm 1 -ndf 1\n"
	"	node 0 0.0\n"
	"	fix 0 1\n"
	"	for {set i 1} {$i <= $n} {incr i} {\n"
	"		set k [lindex {3.678e6 2.627e6 1.751e6} $i-1]\n"
	"		node $i 0.0 -mass [lindex {35054.0 35054.0 17527.0} $i-1]\n"
	"		if {$law eq {linear}} {uniaxialMaterial Elastic $i $k} else {uniaxialMaterial Bilinear $i $k {*}$law}\n"
	"		element zeroLength $i [expr {$i - 1}] $i -mat $i -dir 1\n"
	"	}\n"
	"}\n";

/* Largest displacement of the top in the whole record, scaled to a peak of pga g, with 5 % in every mode; and the largest of those at every 10 ms. */
static const char peak_script[] =
	"proc peak {n law pga} {\n"
	"	global acc\n"
	"	frame $n $law\n"
	"	eigen -fullGenLapack $n\n"
	"	modalDamping 0.05\n"
	"	timeSeries Path 1 -dt 0.02 -values $acc -factor [expr {9.81*$pga/0.31882}]\n"
	"	pattern UniformExcitation 1 1 -accel 1\n"
	"	constraints Plain; numberer Plain; system BandGeneral; algorithm Linear; integrator CentralDifference; analysis Transient\n"
	"	set top 0.0; set tenth 0.0\n"
	"	for {set i 0} {$i < 31100} {incr i} {\n"
	"		if {[analyze 1 0.001] != 0} {error {a step failed}}\n"
	"		set top [expr {max($top, abs([nodeDisp $n 1]))}]\n"
	"		if {$i % 10 == 9} {set tenth [expr {max($tenth, abs([nodeDisp $n 1]))}]}\n"
	"	}\n"
	"	return [list $top $tenth]\n"
	"}\n";

static void frames_have_the_frequencies_of_table_1(void **unused)
{
	static const struct { int storeys, mode; double hz; } row[] = {
		{1, 1, 1.6303}, {2, 1, 0.9539}, {2, 2, 2.3546}, {3, 1, 0.7728}, {3, 2, 1.8553}, {3, 3, 2.4922},
	};
	struct stage s;
	(void)unused;
	stage_begin(&s);
	stage_eval(&s, "%s", frame_script);
	for (size_t i = 0; i < COUNT(row); i++) {
		stage_eval(&s, "frame %d linear", row[i].storeys);
		double lambda = stage_real(&s, "lindex [eigen -fullGenLapack %d] %d", row[i].storeys, row[i].mode - 1);
		expect_close(sqrt(lambda) / (2.0 * acos(-1.0)), row[i].hz, 0.00005 / row[i].hz, "frequency of table 1");
	}
	stage_end(&s);
}

static void central_differences_reach_the_peaks(void **unused)
{
	/* d_y 0.5 in with theta 0.3, 1.0 in with -0.3 (errata 3.6) */
	static const struct { int storeys; const char *law; double pga, top; } row[] = {
		{1, "linear", 0.20, .04332}, {1, "{0.0127 0.3}", 0.20, .03343}, {1, "{0.0254 -0.3}", 0.20, .03160},
		{2, "linear", 0.18, .07456}, {2, "{0.0127 0.3}", 0.18, .04882}, {2, "{0.0254 -0.3}", 0.18, .06234},
	};
	const char *folder = getenv("TANDEM_RECORDS");
	char path[2048];
	struct stage s;
	(void)unused;
	stage_begin(&s);
	snprintf(path, sizeof(path), "%s%s%s/elcentro-1940-ns.txt", folder ? "" : s.home, folder ? "" : "/", folder ? folder : "../shared/records");
	if (access(path, R_OK) != 0) {
		print_message("skipped: no %s\n", path);
		stage_end(&s);
		skip();
	}
	stage_eval(&s, "%s", frame_script);
	stage_eval(&s, "%s", peak_script);
	stage_eval(&s, "set f [open {%s}]; set acc {}", path);
	stage_eval(&s, "foreach line [split [read $f] \\n] {if {[string is double -strict $line]} {lappend acc $line}}; close $f");
	/* the record's samples stand at 0, 0.02, ...; the printed digits are those of the motion at every 10 ms, one in the last is allowed */
	for (size_t i = 0; i < COUNT(row); i++) {
		stage_eval(&s, "lassign [peak %d %s %g] top tenth", row[i].storeys, row[i].law, row[i].pga);
		expect_close(stage_real(&s, "set tenth"), row[i].top, 1e-5 / row[i].top, "peak of the top at every 10 ms");
		expect_close(stage_real(&s, "set top"), row[i].top, 5e-4, "peak of the top");
	}
	stage_end(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(frames_have_the_frequencies_of_table_1),
		cmocka_unit_test(central_differences_reach_the_peaks),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
