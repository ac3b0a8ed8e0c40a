/* What tests of the library share: instances that are made and freed well, and a model. */
#pragma once

#include "test.h"

#include <tandem.h>

/* The column of the desktop platform's validation case 1 (report CU-NEES-06-3, appendix 8.1). */
static const char COLUMN[] __attribute__((unused)) = "model basic -ndm 2 -ndf 3; node 1 0 0; node 2 0 156.0; fix 1 1 1 1; geomTransf PDelta 1\n"
                             "element elasticBeamColumn 1 1 2 75.6 29000 3400 1; mass 2 0.1 0.1 0.1\n"
                             "system UmfPack; constraints Plain; algorithm Linear; numberer RCM\n"
                             "integrator Newmark 0.5 0.25 0.4503 0.0 0.0023 0.0; analysis Transient\n"
                             "pattern Plain 1 {Sine 0.0 50.0 3.14159} { load 2 1 0 0 }";

static inline struct tandem *make(const char *script)
{
	struct tandem *t;

	assert_int_equal(tandem_new(&t), 0);
	if (script && tandem_eval(t, script) != 0)
		fail_msg("%s", tandem_error(t)->text);
	return t;
}

static inline void end(struct tandem *t)
{
	assert_int_equal(tandem_free(t), 0);
}
