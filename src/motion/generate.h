/* Artificial earthquakes from a seed: the same words give the same bits.
 *
 * White noise passes the filters of Kanai-Tajimi (the ground) and of Clough-Penzien (no low frequencies), is shaped by an
 * envelope, freed of drift and scaled to a peak; a near-fault pulse may be added. Accelerations are in the unit of `pga`,
 * pulse velocities in that unit times seconds.
 */
#pragma once

#include "motion/motion.h"

#include <stdint.h>

enum generate_envelope { ENVELOPE_NONE, ENVELOPE_SARAGONI_HART, ENVELOPE_JENNINGS };
enum generate_pulse { PULSE_NONE, PULSE_MAVROEIDIS, PULSE_GABOR };

struct generate {
	uint64_t seed;
	double duration, dt;    /* seconds */
	double pga;             /* peak of the noise part; 0: pulse alone */

	/* filters: frequency [Hz] and damping ratio of the ground and of the high-pass */
	double ground_hz, ground_damping;
	double high_pass_hz, high_pass_damping;

	enum generate_envelope envelope;
	double peak_part, end_level; /* Saragoni-Hart: part of the duration where the envelope peaks, its level at the end    */
	double rise, hold, decay;    /* Jennings: seconds of parabolic rise, of full strength, and rate of the decay [1/s]   */
	int baseline;                /* degree of the baseline correction of the noise, 0: none                              */

	enum generate_pulse pulse;
	double pulse_velocity;       /* amplitude                                                            */
	double pulse_period;         /* seconds                                                              */
	double pulse_phase;          /* degrees                                                              */
	double pulse_cycles;         /* length in periods (gamma, > 1)                                       */
	double pulse_time;           /* seconds, middle of the pulse; < 0: as early as it fits               */
};

/* Firm ground: 2.5 Hz, 0.6; 0.25 Hz, 0.6; 20 s at 0.01 s; Saragoni-Hart; peak 0.3; no pulse. */
struct generate generate_default(uint64_t seed);

/* Makes the motion; every number is checked (ERR_RANGE names it). */
int generate_motion(const struct generate *g, struct arena *mem, struct motion *ret, struct err *e) MUST_CHECK;
