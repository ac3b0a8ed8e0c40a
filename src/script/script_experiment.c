/* Commands that make experimental objects by kind: expControl, expDevice, expSetup, expSite, expElement, expSignalFilter, expTangentStiff; and the
 * table of the family. */
#include "script/script_experiment.h"

#include "experiment/device.h"
#include "script/script_analysis.h"

EXPERIMENT_TOPIC(rig, rig_table)
EXPERIMENT_TOPIC(device, device_table)
EXPERIMENT_TOPIC(setup, setup_table)
EXPERIMENT_TOPIC(site, site_table)
EXPERIMENT_TOPIC(element, exp_element_table)
EXPERIMENT_TOPIC(filter, filter_table)
EXPERIMENT_TOPIC(tangent, tangent_table)

static int run_control(struct script *s, struct args *a, struct err *e)
{
	int row = 0, code = script_refuse_kind(a, e);

	if (code == 0)
		code = script_kind("expControl", rig_topic, a, &row, e);
	return code ? code : rig_build(&s->lab, &s->model, rig_table[row], a, e);
}

static int run_device(struct script *s, struct args *a, struct err *e)
{
	int row, code = script_kind("expDevice", device_topic, a, &row, e);

	return code ? code : device_build(&s->lab, device_table[row], a, e);
}

static int run_setup(struct script *s, struct args *a, struct err *e)
{
	int row, code = script_kind("expSetup", setup_topic, a, &row, e);

	return code ? code : setup_build(&s->lab, setup_table[row], a, e);
}

static int run_site(struct script *s, struct args *a, struct err *e)
{
	int row = 0, code = script_kind("expSite", site_topic, a, &row, e);

	return code ? code : site_build(&s->lab, site_table[row], a, e);
}

static int run_element(struct script *s, struct args *a, struct err *e)
{
	int row = 0, code = script_need_model(s, a, e);

	if (code == 0)
		code = script_kind("expElement", element_topic, a, &row, e);
	return code ? code : element_build(&s->model, exp_element_table[row], a, e);
}

static int run_filter(struct script *s, struct args *a, struct err *e)
{
	int row, code = script_kind("expSignalFilter", filter_topic, a, &row, e);

	return code ? code : filter_build(&s->lab, filter_table[row], a, e);
}

static int run_tangent(struct script *s, struct args *a, struct err *e)
{
	int row, code = script_kind("expTangentStiff", tangent_topic, a, &row, e);

	return code ? code : tangent_build(&s->lab, tangent_table[row], a, e);
}

const struct script_command script_experiment_commands[] = {
	{ "expControl", run_control, "expControl Type tag ... <-trialCP tags> <-outCP tags> <-ctrlFilters t1 .. t5> <-daqFilters t1 .. t5>",
	  "A rig: what moves a specimen and measures it.", rig_topic },
	{ "expDevice", run_device, "expDevice Type tag ... -channels n",
	  "What carries commands to actuators that exist, and brings back what is measured there. The other side: docs/devices.md.", device_topic },
	{ "expSetup", run_setup, "expSetup Type tag <-control tag> ... <-trialDispFact f ...>",
	  "How an element's coordinates and the actuators hang together.", setup_topic },
	{ "expSite", run_site, "expSite Type tag ...", "Where an element finds its specimen.", site_topic },
	{ "expElement", run_element, "expElement Type tag ...", "An element whose force is measured on a specimen.", element_topic },
	{ "expSignalFilter", run_filter, "expSignalFilter Type tag ...", "What happens to a signal on its way to a specimen or back.", filter_topic },
	{ "expTangentStiff", run_tangent, "expTangentStiff Type tag ...", "A stiffness estimated from what was measured.", tangent_topic },
	{ "expControlPoint", script_run_control_point,
	  "expControlPoint tag <-node n> dof disp|vel|accel|force|time <-fact f> <-lim l u> <-relTrial> <-relOut> <-relCtrl> <-relDaq> ...",
	  "Signals of a control (-trialCP, -outCP) in order, with factor, limits and what they are relative to. dof: 1, dof1, u1, or ux to uz and rx to rz. "
	  "-relOut is read and has no effect.", NULL },
	{ "expRecorder", script_run_exp_recorder,
	  "expRecorder kind -file|-csv|-xml|-binary|-hdf5 name | -tcp host port <-time> <-dT dt> <-precision n> what tags response",
	  "Writes a first row now, then one at every commit of the first site; answers the recorder's tag.", script_exp_recorder_topic },
	{ "recordExp", script_run_record_exp, "recordExp", "Writes a row of every expRecorder for the present values.", NULL },
	{ "removeExp", script_run_remove_exp, "removeExp type tag | removeExp types",
	  "Takes an experimental object out, or all of a kind.", script_remove_exp_topic },
	{ "wipeExp", script_run_wipe_exp, "wipeExp", "Closes the expRecorders and forgets all experimental objects.", NULL },
	{ "setSizeExpSite", script_run_size_site, "setSizeExpSite siteTag -ctrlSizes d v a f t -daqSizes d v a f t",
	  "Checked against the site: sizes follow from setups and elements.", NULL },
	{ "expSeed", script_run_exp_seed, "expSeed <seed>",
	  "Begins all chance of the laboratory, 1 by default; give it before the elements. The same seed gives the same bits. Answers the seed.", NULL },
	{ "analyzeInteractive", script_run_analyze, "analyzeInteractive steps dt", "The same as analyze.", NULL },
	{ "startLabServer", script_run_lab_server, "startLabServer siteTag",
	  "Serves an ActorSite to its ShadowSite until that says goodbye; answers the steps it has accepted.", NULL },
	{ "startLabServerInteractive", script_run_lab_step, "startLabServerInteractive siteTag steps", "The same as stepLabServer.", NULL },
	{ "setupLabServer", script_run_lab_setup, "setupLabServer siteTag", "Waits for the ShadowSite of an ActorSite and its sizes.", NULL },
	{ "stepLabServer", script_run_lab_step, "stepLabServer siteTag steps", "Serves an ActorSite for so many accepted steps, or to the end.", NULL },
	{ "stopLabServer", script_run_lab_stop, "stopLabServer", "Closes the conversations of all ActorSites.", NULL },
	{ "startSimAppSiteServer", script_run_site_server, "startSimAppSiteServer siteTag ipPort <-udp> <-plain> <-timeout s> <-dt dt>",
	  "Serves a site to one client: expElement -server, SimAppSite, GenericTCP, application clients of OpenFresco. Answers the steps accepted. -plain: other\n"
	  "machines may connect, too, whoever they are. -timeout: seconds without a message, default 3600. -dt: step of clients that send no time, default 0.01.",
	  NULL },
	{ "startSimAppElemServer", script_run_element_server, "startSimAppElemServer eleTag ipPort <-udp> <-plain> <-timeout s> <-dt dt>",
	  "Serves an element to one client: genericClient of OpenSees or of this program. Words as for startSimAppSiteServer.", NULL },
	{ "startTextServer", script_run_text_server, "startTextServer siteTag ipPort <-labview|-simcor> <-answer both|disp|force> <-plain> <-timeout s> <-dt dt>",
	  "Serves a site to one client that speaks lines: OpenFresco's control LabVIEW (by default), UI-SimCor. -answer: what goes back, default both.", NULL },
	{ 0 },
};
