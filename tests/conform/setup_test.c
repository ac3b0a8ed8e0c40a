/* Suite over every row of setup_table. A row is made from its example, with each of the geometry options that it knows; more lines make other
 * geometries. Measured equal to commanded, a setup must give back what it was sent; forces must do the same work on both sides; commanded
 * velocities and accelerations must be the derivatives of commanded displacements. All are identities of the geometry, no outside numbers. */
#include "setup_words.h"
#include "verify/verify.h"

enum { COMPONENTS = 16, INSTANTS = 7, SUBJECT = 10 };

/* Answers with forces only: it measures no displacement (head of src/setup/four_actuators_3d.c). */
static const char forces_only[] = "FourActuators3d";

/* A part of aggregates, with factors that a conversion of units would have: what is sent comes back, and work is work on both sides. */
static const char part[] = "54 36 42 12 15 -nlGeom -phiLocX 20"
	" -trialDispFact 2 4 0.5 -trialVelFact 2 4 0.5 -trialAccelFact 2 4 0.5 -outDispFact 0.5 0.25 2 -outVelFact 0.5 0.25 2 -outAccelFact 0.5 0.25 2"
	" -ctrlDispFact 0.5 0.5 0.5 -ctrlVelFact 0.5 0.5 0.5 -ctrlAccelFact 0.5 0.5 0.5 -daqDispFact 2 2 2 -daqVelFact 2 2 2 -daqAccelFact 2 2 2"
	" -daqForceFact 0.5 0.5 0.5 -outForceFact 2 4 0.5";

struct subject {
	struct laboratory lab;
	struct setup *s;
	struct signals trial, daq;
	char name[SETUP_LINE];
};

static void subject_make(struct subject *x, const char *kind, const char *words)
{
	laboratory_init(&x->lab);
	snprintf(x->name, sizeof(x->name), "%s %s", kind, words);
	setup_make(&x->lab, "ThreeActuators2d", 1, part);
	setup_make(&x->lab, "OneActuator", 2, "2 -sizeTrialOut 2 2");
	x->s = setup_make(&x->lab, kind, SUBJECT, words);
	x->trial = signals_like(&x->lab, &x->s->side[SETUP_TRIAL]);
	x->daq = signals_like(&x->lab, &x->s->side[SETUP_DAQ]);
	assert_true(x->trial.n[SLOT_DISP] <= COMPONENTS);
}

static void subject_end(struct subject *x)
{
	laboratory_fini(&x->lab);
}

/* A smooth path: translations up to 1.5 (actuators are 36 to 75 long), rotations up to 0.2; forces of another phase. */
static void path(struct signals *b, double t)
{
	static const double size[3] = {1.5, 1.1, 0.2};

	for (int i = 0; i < b->n[SLOT_DISP]; i++) {
		double w = 1.3 + 0.4 * i, phase = w * t + 0.7 * i, a = size[i % 3];

		b->x[SLOT_DISP][i] = a * sin(phase);
		b->x[SLOT_VEL][i] = a * w * cos(phase);
		b->x[SLOT_ACCEL][i] = -a * w * w * sin(phase);
	}
	for (int i = 0; i < b->n[SLOT_FORCE]; i++)
		b->x[SLOT_FORCE][i] = 4.0 + 7.0 * sin(3.0 * t + i);
	b->x[SLOT_TIME][0] = t;
}

static void measured_is_commanded(struct subject *x)
{
	signals_copy(&x->s->side[SETUP_CTRL], &x->daq);
	if (setup_backward(x->s, &x->daq))
		fail_msg("%s: no position is found", x->name);
}

static void near(const struct subject *x, const char *what, int i, double got, double want, double tolerance)
{
	if (!(fabs(got - want) <= tolerance))
		fail_msg("%s: %s %d is %.15g, not %.15g", x->name, what, i + 1, got, want);
}

/* --- claims ---------------------------------------------------------------------------------------- */

/* What comes back lies where the rig can move; sent again it comes back as it is. With an actuator for every driven component those come
 * back at the first time; what is not driven is zero. */
static void check_round_trip(struct subject *x)
{
	int n = x->s->side[SETUP_OUT].n[SLOT_DISP], driven = 0;

	for (int i = 0; i < n; i++)
		driven += x->s->driven[i];
	for (int k = 0; k < INSTANTS; k++) {
		struct signals first = signals_like(&x->lab, &x->s->scaled);

		path(&x->trial, 0.9 * k);
		setup_forward(x->s, &x->trial);
		measured_is_commanded(x);
		signals_copy(&x->s->scaled, &first);
		assert_true(first.x[SLOT_TIME][0] == x->trial.x[SLOT_TIME][0]);
		for (int slot = SLOT_DISP; slot <= SLOT_ACCEL; slot++)
			for (int i = 0; i < n; i++) {
				if (!x->s->driven[i])
					assert_true(first.x[slot][i] == 0.0);
				else if (driven == x->s->side[SETUP_CTRL].n[SLOT_DISP])
					near(x, slot_name(slot), i, first.x[slot][i], x->trial.x[slot][i], 1e-12);
			}
		signals_copy(&first, &x->trial);
		setup_forward(x->s, &x->trial);
		measured_is_commanded(x);
		for (int slot = SLOT_DISP; slot <= SLOT_ACCEL; slot++)
			for (int i = 0; i < n; i++)
				near(x, slot_name(slot), i, x->s->scaled.x[slot][i], first.x[slot][i], 1e-12);
	}
}

/* Work in a second: measured forces by commanded actuator velocities equals answered forces by sent velocities. */
static void check_work(struct subject *x)
{
	for (int k = 0; k < INSTANTS; k++) {
		double inside = 0.0, outside = 0.0, size = 0.0;

		path(&x->trial, 0.9 * k);
		setup_forward(x->s, &x->trial);
		signals_copy(&x->s->side[SETUP_CTRL], &x->daq);
		for (int i = 0; i < x->daq.n[SLOT_FORCE]; i++) {
			x->daq.x[SLOT_FORCE][i] = 5.0 - 3.0 * i + sin(1.0 + k);
			inside += x->daq.x[SLOT_FORCE][i] * x->s->side[SETUP_CTRL].x[SLOT_VEL][i];
			size += fabs(x->daq.x[SLOT_FORCE][i] * x->s->side[SETUP_CTRL].x[SLOT_VEL][i]);
		}
		assert_int_equal(setup_backward(x->s, &x->daq), 0);
		for (int i = 0; i < x->s->scaled.n[SLOT_FORCE]; i++)
			outside += x->s->scaled.x[SLOT_FORCE][i] * (i < x->trial.n[SLOT_VEL] ? x->trial.x[SLOT_VEL][i] : 0.0);
		near(x, "power", k, outside, inside, 1e-12 * size);
	}
}

/* Fourth-order differences along the path, step 1e-3: their own error is 1e-11. */
static void check_derivatives(struct subject *x)
{
	static const double weight[4] = {1.0 / 12.0, -2.0 / 3.0, 2.0 / 3.0, -1.0 / 12.0}, at[4] = {-2.0, -1.0, 1.0, 2.0}, h = 1e-3;
	const struct signals *ctrl = &x->s->side[SETUP_CTRL];

	for (int k = 0; k < INSTANTS; k++) {
		double vel[COMPONENTS] = {0}, accel[COMPONENTS] = {0};

		for (int m = 0; m < 4; m++) {
			path(&x->trial, 0.9 * k + at[m] * h);
			setup_forward(x->s, &x->trial);
			for (int i = 0; i < ctrl->n[SLOT_DISP]; i++) {
				vel[i] += weight[m] / h * ctrl->x[SLOT_DISP][i];
				accel[i] += weight[m] / h * ctrl->x[SLOT_VEL][i];
			}
		}
		path(&x->trial, 0.9 * k);
		setup_forward(x->s, &x->trial);
		for (int i = 0; i < ctrl->n[SLOT_DISP]; i++) {
			near(x, "velocity against differences", i, ctrl->x[SLOT_VEL][i], vel[i], 1e-8);
			near(x, "acceleration against differences", i, ctrl->x[SLOT_ACCEL][i], accel[i], 1e-8);
		}
	}
}

/* At rest nothing is commanded and nothing is answered; the smallest motion is commanded without loss: scaled, it is the same. */
static void check_rest(struct subject *x)
{
	double small[COMPONENTS];
	int n = x->s->side[SETUP_CTRL].n[SLOT_DISP];

	setup_forward(x->s, &x->trial);
	measured_is_commanded(x);
	for (int slot = 0; slot < SLOTS; slot++) {
		for (int i = 0; i < x->s->side[SETUP_CTRL].n[slot]; i++)
			assert_true(x->s->side[SETUP_CTRL].x[slot][i] == 0.0);
		for (int i = 0; i < x->s->scaled.n[slot]; i++)
			assert_true(x->s->scaled.x[slot][i] == 0.0);
	}
	for (int pass = 0; pass < 2; pass++) {
		path(&x->trial, 1.0);
		for (int i = 0; i < x->trial.n[SLOT_DISP]; i++)
			x->trial.x[SLOT_DISP][i] *= pass ? 1e-18 : 1e-15;
		setup_forward(x->s, &x->trial);
		for (int i = 0; i < n; i++) {
			if (pass)
				near(x, "small displacement", i, 1e3 * x->s->side[SETUP_CTRL].x[SLOT_DISP][i], small[i], 1e-12 * fabs(small[i]));
			small[i] = x->s->side[SETUP_CTRL].x[SLOT_DISP][i];
			assert_true(small[i] != 0.0);
		}
	}
}

static void check(const char *kind, const char *words)
{
	struct subject x;

	subject_make(&x, kind, words);
	check_rest(&x);
	if (strcmp(kind, forces_only)) {
		check_round_trip(&x);
		check_derivatives(&x);
		/* load cells measure something else than the forces of the actuators */
		if (x.daq.n[SLOT_FORCE] == x.s->side[SETUP_CTRL].n[SLOT_VEL])
			check_work(&x);
	}
	subject_end(&x);
}

/* --- rows and more geometries ---------------------------------------------------------------------- */

static bool knows(const struct setup_ops *ops, const char *option)
{
	for (const struct param *p = ops->params; p->name; p++)
		if (!strncmp(p->name, option, strlen(option)))
			return true;
	return false;
}

static void every_row_holds_with_every_option_it_knows(void **state)
{
	static const char *const option[3] = {"-nlGeom", "-posAct", "-phiLocX"}, *const words[3] = {"-nlGeom", "-posAct1 right", "-phiLocX 37"};

	(void)state;
	for (int row = 0; setup_table[row]; row++)
		for (int set = 0; set < 8; set++) {
			char text[SETUP_LINE];
			bool fits = true;
			int n = snprintf(text, sizeof(text), "%s", setup_table[row]->example);

			for (int i = 0; i < 3; i++)
				if (set >> i & 1) {
					fits &= knows(setup_table[row], option[i]);
					n += snprintf(text + n, sizeof(text) - (size_t)n, " %s", words[i]);
				}
			assert_ptr_equal(setup_find(setup_table[row]->name), setup_table[row]);
			if (fits)
				check(setup_table[row]->name, text);
		}
}

static void other_geometries_hold(void **state)
{
	static const char *const line[][2] = {
		{ "NoTransformation", "-sizeTrialOut 6 4 -dir 4 1 3" },
		{ "OneActuator", "3 -sizeTrialOut 3 5" },
		{ "TwoActuators2d", "60 45 -18 -phiLocX 90 -posAct r -nlGeom" },
		{ "ThreeActuators2d", "54 36 42 -3 15 -phiLocX -450 -nlGeom -posAct1 left" },
		{ "ThreeActuators", "4 5 3 6 5 54 36 42 12 15 8 -nlGeom -posAct1 right" },
		{ "ThreeActuators", "2 1 3 3 3 54 36 42 0 15 -80" },
		{ "ThreeActuatorsJntOff", "4 1 3 4 5 54 36 42 5 12 15 6 4 8 3 -nlGeom -posAct1 r" },
		{ "ThreeActuatorsJntOff2d", "54 36 42 0 12 15 0 -4 30 -nlGeom -posAct1 l" },
		{ "Aggregator", "-setup 1 1 2" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(line); i++)
		check(line[i][0], line[i][1]);
}

/* Linear rigs: commanded forces, measured as they are, are the forces that were sent. */
static void commanded_forces_are_the_inverse_of_measured_ones(void **state)
{
	static const char *const line[][2] = {
		{ "ThreeActuators2d", "54 36 42 12 15 -phiLocX 30" }, { "ThreeActuators", "1 2 3 3 3 54 36 42 12 15 8 -posAct1 right" },
		{ "ThreeActuatorsJntOff2d", "54 36 42 5 12 15 6 4 3 -posAct1 right" }, { "ThreeActuatorsJntOff", "1 2 3 3 3 54 36 42 5 12 15 6 4 8 3" },
	};

	(void)state;
	for (size_t k = 0; k < COUNT(line); k++) {
		struct subject x;

		subject_make(&x, line[k][0], line[k][1]);
		path(&x.trial, 0.3);
		setup_forward(x.s, &x.trial);
		measured_is_commanded(&x);
		for (int i = 0; i < 3; i++)
			near(&x, "force", i, x.s->scaled.x[SLOT_FORCE][i], x.trial.x[SLOT_FORCE][i], 1e-12);
		subject_end(&x);
	}
}

/* --- factors, parts, refusals ---------------------------------------------------------------------- */

/* The words of a row's example with factors 3, 4, 5 .. on its n commanded displacements. */
static void words_with_factors(char *ret_text, size_t size, const char *example, int n)
{
	size_t used = (size_t)snprintf(ret_text, size, "%s -trialTimeFact 0.25 -ctrlDispFact", example);

	for (int i = 0; i < n; i++)
		used += (size_t)snprintf(ret_text + used, size - used, " %d", i + 3);
}

static void every_row_takes_factors(void **state)
{
	(void)state;
	for (int row = 0; setup_table[row]; row++) {
		char words[SETUP_LINE];
		struct subject plain, scaled;

		subject_make(&plain, setup_table[row]->name, setup_table[row]->example);
		words_with_factors(words, sizeof(words), setup_table[row]->example, plain.s->side[SETUP_CTRL].n[SLOT_DISP]);
		subject_make(&scaled, setup_table[row]->name, words);
		path(&plain.trial, 1.7);
		setup_forward(plain.s, &plain.trial);
		setup_forward(scaled.s, &plain.trial);
		for (int i = 0; i < plain.s->side[SETUP_CTRL].n[SLOT_DISP]; i++)
			assert_true(scaled.s->side[SETUP_CTRL].x[SLOT_DISP][i] == (i + 3) * plain.s->side[SETUP_CTRL].x[SLOT_DISP][i]);
		assert_true(scaled.s->side[SETUP_CTRL].x[SLOT_TIME][0] == 0.25 * 1.7);
		subject_end(&plain);
		subject_end(&scaled);
	}
}

/* Pieces of the whole are what each part alone commands and answers, factors included; a part named twice works twice. */
static void an_aggregate_is_its_parts_side_by_side(void **state)
{
	struct subject x, alone;

	(void)state;
	subject_make(&x, "Aggregator", "-setup 1 2 1");
	subject_make(&alone, "ThreeActuators2d", part);
	path(&x.trial, 0.4);
	setup_forward(x.s, &x.trial);
	measured_is_commanded(&x);
	assert_int_equal(x.s->side[SETUP_CTRL].n[SLOT_DISP], 7);
	assert_int_equal(x.s->scaled.n[SLOT_FORCE], 8);
	for (int p = 0; p < 2; p++) {
		int basic = p * 5, actuator = p * 4;

		for (int k = 0; k < SLOT_TIME; k++)
			memcpy(alone.trial.x[k], x.trial.x[k] + basic, 3 * sizeof(double));
		setup_forward(alone.s, &alone.trial);
		measured_is_commanded(&alone);
		for (int k = 0; k < SLOT_TIME; k++)
			for (int i = 0; i < 3; i++) {
				assert_true(x.s->side[SETUP_CTRL].x[k][actuator + i] == alone.s->side[SETUP_CTRL].x[k][i]);
				near(&x, slot_name(k), i, x.s->scaled.x[k][basic + i], alone.s->scaled.x[k][i], 1e-12);
			}
	}
	assert_true(x.s->side[SETUP_CTRL].x[SLOT_DISP][3] == x.trial.x[SLOT_DISP][4]);
	assert_true(x.s->driven[2] && !x.s->driven[3] && x.s->driven[4] && x.s->driven[5]);
	subject_end(&x);
	subject_end(&alone);
}

/* FourActuators3d answers from its own trial: one that stands in an aggregate twice taken, or in two aggregates, must not see the trial of the other. */
static void an_aggregate_in_two_places_works_in_both(void **state)
{
	static const char four[] = "60 70 65 75 10 12 11 13 20 8 9 3 3.5 100 110 6";
	struct subject alone;
	struct setup *whole, *other;
	struct signals trial, trial_other, daq;

	(void)state;
	subject_make(&alone, "FourActuators3d", four);
	setup_make(&alone.lab, "FourActuators3d", 3, four);
	setup_make(&alone.lab, "Aggregator", 4, "-setup 3 2");
	whole = setup_make(&alone.lab, "Aggregator", 5, "-setup 4 4");
	other = setup_make(&alone.lab, "Aggregator", 6, "-setup 3 2");
	/* nor does it say where the specimen is */
	assert_true(whole->blind && other->blind && alone.s->blind);
	trial = signals_like(&alone.lab, &whole->side[SETUP_TRIAL]);
	trial_other = signals_like(&alone.lab, &other->side[SETUP_TRIAL]);
	daq = signals_like(&alone.lab, &whole->side[SETUP_DAQ]);
	path(&trial, 0.4);
	path(&trial_other, 2.1);
	for (int i = 0; i < daq.n[SLOT_FORCE]; i++)
		daq.x[SLOT_FORCE][i] = 3.0 + sin(i);
	setup_forward(whole, &trial);
	setup_forward(other, &trial_other);
	assert_int_equal(setup_backward(whole, &daq), 0);
	for (int p = 0; p < 2; p++) {
		for (int k = 0; k < SLOT_TIME; k++)
			memcpy(alone.trial.x[k], trial.x[k] + 8 * p, 6 * sizeof(double));
		memcpy(alone.daq.x[SLOT_FORCE], daq.x[SLOT_FORCE] + 7 * p, 6 * sizeof(double));
		setup_forward(alone.s, &alone.trial);
		assert_int_equal(setup_backward(alone.s, &alone.daq), 0);
		for (int i = 0; i < 6; i++)
			near(&alone, "force", i, whole->scaled.x[SLOT_FORCE][8 * p + i], alone.s->scaled.x[SLOT_FORCE][i], 1e-12);
	}
	subject_end(&alone);
}

static void components_across_all_actuators_are_not_driven(void **state)
{
	static const struct { const char *kind, *words; int n; bool driven[6]; } row[] = {
		{ "TwoActuators2d", "60 45 18", 3, {true, false, true} },
		{ "TwoActuators2d", "60 45 18 -phiLocX 90", 3, {false, true, true} },
		{ "TwoActuators2d", "60 45 18 -phiLocX -540", 3, {true, false, true} },
		{ "TwoActuators2d", "60 45 18 -phiLocX 30", 3, {true, true, true} },
		{ "ThreeActuators", "4 2 5 6 5 54 36 42 12 15 8", 5, {false, true, false, true, true} },
		{ "InvertedVBrace2d", "54 36 42 12 15", 6, {true, true, true, true, true, true} },
		{ "FourActuators3d", "60 70 65 75 10 12 11 13 20 8 9 3 3.5 100 110 6", 6, {false, true, true, true, true, false} },
	};

	(void)state;
	for (size_t k = 0; k < COUNT(row); k++) {
		struct subject x;

		subject_make(&x, row[k].kind, row[k].words);
		for (int i = 0; i < row[k].n; i++)
			if (x.s->driven[i] != row[k].driven[i])
				fail_msg("%s: driven %d is %d", x.name, i + 1, x.s->driven[i]);
		subject_end(&x);
	}
}

/* Acceleration that no actuator measures (all exactly zero) is not made up from the velocities. */
static void acceleration_that_nobody_measures_is_zero(void **state)
{
	struct subject x;

	(void)state;
	subject_make(&x, "ThreeActuators2d", "54 36 42 12 15 -nlGeom");
	path(&x.trial, 0.8);
	setup_forward(x.s, &x.trial);
	signals_copy(&x.s->side[SETUP_CTRL], &x.daq);
	memset(x.daq.x[SLOT_ACCEL], 0, 3 * sizeof(double));
	assert_int_equal(setup_backward(x.s, &x.daq), 0);
	for (int i = 0; i < 3; i++) {
		near(&x, "velocity", i, x.s->scaled.x[SLOT_VEL][i], x.trial.x[SLOT_VEL][i], 1e-12);
		assert_true(x.s->scaled.x[SLOT_ACCEL][i] == 0.0);
	}
	subject_end(&x);
}

/* Actuator 2, 36 long, cannot be 64 shorter than nothing; a NaN is nowhere. The last answer stays, and the next one is found. */
static void extensions_of_no_position_are_refused(void **state)
{
	static const double wrong[] = {-100.0, NAN, HUGE_VAL};

	(void)state;
	for (size_t k = 0; k < COUNT(wrong); k++) {
		struct subject x;
		double before[3];

		subject_make(&x, "ThreeActuators2d", "54 36 42 12 15 -nlGeom");
		path(&x.trial, 0.8);
		setup_forward(x.s, &x.trial);
		measured_is_commanded(&x);
		memcpy(before, x.s->scaled.x[SLOT_DISP], sizeof(before));
		x.daq.x[SLOT_DISP][1] = wrong[k];
		assert_int_equal(setup_backward(x.s, &x.daq), ERR_CONVERGE);
		assert_memory_equal(before, x.s->scaled.x[SLOT_DISP], sizeof(before));
		measured_is_commanded(&x);
		near(&x, "displacement", 0, x.s->scaled.x[SLOT_DISP][0], x.trial.x[SLOT_DISP][0], 1e-12);
		subject_end(&x);
	}
}

/* Three extensions belong to several positions of the beam. One large step from rest, in geometries where Newton's method comes to another one from there. */
static void a_large_step_is_measured_where_it_was_commanded(void **state)
{
	static const struct { const char *words; double at[3]; } row[] = {
		{"9.848315150113539 18.456004322489367 4.884619443111752 1.911763615639788 0.4825162548953535 0.930061329047553 0.8127838431146168 "
		 "0.31695659062892073 1.3943317645488924", {-0.43796268728368704, 0.3032877031155068, -0.6265997727528033}},
		{"13.582829623774959 8.053055962702807 4.522954651664207 0.9955790043744521 1.9875299262896746 1.7411626725434861 2.4964359326359165 "
		 "0.7638703707542749 1.9750406478789124", {-0.9146584823648942, -0.6255637602394766, -0.5448814208661021}},
	};

	(void)state;
	for (int i = 0; i < (int)COUNT(row); i++) {
		const struct site *site;
		struct stage s;

		stage_begin(&s);
		stage_eval(&s, "model basic -ndm 2 -ndf 3; node 1 0 0; node 2 0 0; fix 1 1 1 1; uniaxialMaterial Elastic 1 7.0");
		stage_eval(&s, "expControl SimUniaxialMaterials 1 1 1 1; expSetup ThreeActuatorsJntOff2d 1 -control 1 %s -nlGeom; expSite LocalSite 1 1", row[i].words);
		stage_eval(&s, "expElement generic 1 -node 2 -dof 1 2 3 -site 1 -initStif 1 0 0 0 1 0 0 0 1; timeSeries Linear 1");
		stage_eval(&s, "pattern Plain 1 1 {sp 2 1 %.17g; sp 2 2 %.17g; sp 2 3 %.17g}", row[i].at[0], row[i].at[1], row[i].at[2]);
		stage_eval(&s, "constraints Transformation; numberer Plain; system BandGeneral; algorithm Linear");
		stage_eval(&s, "integrator LoadControl 1.0; analysis Static; analyze 1");
		site = table_get(&s.script.lab.sites, 1);
		for (int k = 0; k < 3; k++)
			assert_near(site->out.x[SLOT_DISP][k], row[i].at[k], 1e-12);
		stage_end(&s);
	}
}

static void impossible_geometry_and_wrong_words_are_refused(void **state)
{
	static const struct { const char *line; int code; const char *part[2]; } row[] = {
		{ "TwoActuators2d 9 60 45 0", ERR_GEOMETRY, {"L, the arm", "0 (allowed: magnitude > 0"} },
		{ "TwoActuators2d 9 60 -45 18", ERR_RANGE, {"La2", "> 0"} },
		{ "ThreeActuators2d 9 54 36 42 12 -12", ERR_GEOMETRY, {"L1 + L2", "magnitude >"} },
		{ "ThreeActuators2d 9 54 36 42 0.3 -0.30000000000000004", ERR_GEOMETRY, {"L1 + L2", "e-17"} },
		{ "ThreeActuators2d 9 54 0 42 12 15", ERR_RANGE, {"La2", "> 0"} },
		{ "ThreeActuators 9 1 2 3 3 3 54 36 42 -15 15 8", ERR_GEOMETRY, {"L1 + L2", "magnitude >"} },
		{ "ThreeActuators 9 1 2 4 3 3 54 36 42 12 15 8", ERR_RANGE, {"4", "1 to 3"} },
		{ "ThreeActuators 9 1 2 2 3 3 54 36 42 12 15 8", ERR_DUPLICATE, {"freedom 2", "twice"} },
		{ "ThreeActuatorsJntOff2d 9 54 36 42 5 12 -12 6 4 3", ERR_GEOMETRY, {"L2 + L3", "magnitude >"} },
		{ "ThreeActuatorsJntOff 9 1 2 3 3 3 54 36 42 5 0 0 6 4 8 3", ERR_GEOMETRY, {"L2 + L3", "magnitude >"} },
		{ "InvertedVBrace2d 9 54 36 42 -12 12", ERR_GEOMETRY, {"L1 + L2", "magnitude >"} },
		{ "InvertedVBraceJntOff2d 9 54 36 42 5 12 -12 6 4 3", ERR_GEOMETRY, {"L2 + L3", "magnitude >"} },
		{ "FourActuators3d 9 60 70 65 75 10 12 11 13 0 8 9 3 3.5 100 110 6", ERR_GEOMETRY, {"h, the arm", "other than 0"} },
		{ "FourActuators3d 9 60 70 65 75 10 12 11 13 20 8 9 3 3.5 0 110 6", ERR_RANGE, {"LrodN", "> 0"} },
		{ "Aggregator 9 -setup 1", ERR_RANGE, {"1 (allowed", "at least 2"} },
		{ "Aggregator 9 -setup 1 7", ERR_MISSING, {"expSetup 7", "no expSetup"} },
		{ "Aggregator 9", ERR_ARGUMENT, {"-setup", "missing"} },
		{ "Aggregator 9 1 2", ERR_ARGUMENT, {"unexpected word", "1"} },
		{ "ThreeActuators2d 9 54 36 42 12", ERR_ARGUMENT, {"L2", ""} },
		{ "ThreeActuators2d 9 -nlGeom 54 36 42 12 15", ERR_ARGUMENT, {"La1", "-nlGeom"} },
		{ "ThreeActuators2d 9 54 36 42 12 15 8", ERR_ARGUMENT, {"unexpected word", "8"} },
		{ "ThreeActuators2d 9 54 36 42 12 15 -nlGeom -curved", ERR_ARGUMENT, {"unexpected word", "-curved"} },
		{ "ThreeActuators2d 9 54 36 42 12 15 -posAct1 above", ERR_UNKNOWN, {"above", "left"} },
		{ "ThreeActuators 9 1 2 3 3 3 54 36 42 12 15 8 -phiLocX 90", ERR_ARGUMENT, {"unexpected word", "-phiLocX"} },
		{ "ThreeActuators2d 9 54 36 42 12 15 -phiLocX", ERR_ARGUMENT, {"-phiLocX", ""} },
		{ "ThreeActuators2d 9 54 36 42 12 15 -daqForceFact 1 2", ERR_RANGE, {"-daqForceFact", "2 (allowed: 3"} },
	};

	(void)state;
	for (size_t k = 0; k < COUNT(row); k++) {
		char line[SETUP_LINE], text[700];
		struct laboratory lab;
		struct err e;
		int code;

		laboratory_init(&lab);
		setup_make(&lab, "OneActuator", 1, "1 -sizeTrialOut 1 1");
		setup_make(&lab, "OneActuator", 2, "1 -sizeTrialOut 1 1");
		snprintf(line, sizeof(line), "expSetup %s", row[k].line);
		code = setup_try(&lab, line, &e);
		err_text(&e, text, sizeof(text));
		if (code != row[k].code)
			fail_msg("%s: %s, not %s: %s", line, err_name(code), err_name(row[k].code), text);
		assert_contains(text, row[k].part[0]);
		assert_contains(text, row[k].part[1]);
		assert_null(table_get(&lab.setups, 9));
		laboratory_fini(&lab);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_row_holds_with_every_option_it_knows),
		cmocka_unit_test(other_geometries_hold),
		cmocka_unit_test(commanded_forces_are_the_inverse_of_measured_ones),
		cmocka_unit_test(every_row_takes_factors),
		cmocka_unit_test(an_aggregate_is_its_parts_side_by_side),
		cmocka_unit_test(an_aggregate_in_two_places_works_in_both),
		cmocka_unit_test(components_across_all_actuators_are_not_driven),
		cmocka_unit_test(acceleration_that_nobody_measures_is_zero),
		cmocka_unit_test(extensions_of_no_position_are_refused),
		cmocka_unit_test(a_large_step_is_measured_where_it_was_commanded),
		cmocka_unit_test(impossible_geometry_and_wrong_words_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
