/* The virtual laboratory by script: what stands behind expControl VirtualRig. expSpecimen, expActuator, expSensor, expNetwork
 * make one of a kind. */
#include "script/script_experiment.h"

#include "experiment/actuator.h"
#include "experiment/compensator.h"
#include "experiment/network.h"
#include "experiment/sensor.h"
#include "experiment/specimen.h"

EXPERIMENT_TOPIC(specimen, specimen_table)
EXPERIMENT_TOPIC(actuator, actuator_table)
EXPERIMENT_TOPIC(compensator, compensator_table)
EXPERIMENT_TOPIC(sensor, sensor_table)
EXPERIMENT_TOPIC(network, network_table)

static int run_specimen(struct script *s, struct args *a, struct err *e)
{
	int row, code = script_kind("expSpecimen", specimen_topic, a, &row, e);

	return code ? code : specimen_build(&s->lab, &s->model, specimen_table[row], a, e);
}

static int run_actuator(struct script *s, struct args *a, struct err *e)
{
	int row, code = script_kind("expActuator", actuator_topic, a, &row, e);

	return code ? code : actuator_build(&s->lab, actuator_table[row], a, e);
}

static int run_compensator(struct script *s, struct args *a, struct err *e)
{
	int row, code = script_kind("expCompensator", compensator_topic, a, &row, e);

	return code ? code : compensator_build(&s->lab, compensator_table[row], a, e);
}

static int run_sensor(struct script *s, struct args *a, struct err *e)
{
	int row, code = script_kind("expSensor", sensor_topic, a, &row, e);

	return code ? code : sensor_build(&s->lab, sensor_table[row], a, e);
}

static int run_network(struct script *s, struct args *a, struct err *e)
{
	int row, code = script_kind("expNetwork", network_topic, a, &row, e);

	return code ? code : network_build(&s->lab, network_table[row], a, e);
}

const struct script_command script_virtual_commands[] = {
	{ "expSpecimen", run_specimen, "expSpecimen Type tag ...", "A specimen of a virtual laboratory: what resists when it is moved.", specimen_topic },
	{ "expActuator", run_actuator, "expActuator Type tag ...", "An actuator of a virtual laboratory: how a command becomes a motion.", actuator_topic },
	{ "expCompensator", run_compensator,
	  "expCompensator Type tag ... <-limit l> <-off> <-adaptive <-delayMost s> <-delayWindow s> <-delaySlowest v>>",
	  "What is sent to an actuator so that it is where it should be. It adds l at most; -adaptive: the delay is estimated on-line.",
	  compensator_topic },
	{ "expSensor", run_sensor, "expSensor Type tag ...", "A sensor of a virtual laboratory: how a true value becomes a reading.", sensor_topic },
	{ "expNetwork", run_network, "expNetwork Type tag ... <-loss p> <-timeout T> <-retries n> <-stall from duration ...> <-cut t>",
	  "The network before a virtual rig: how long it waits for a command. No answer for T seconds: tried again, n times (10 s, 3); then the site is lost.",
	  network_topic },
	{ 0 },
};
