/* The tables of commands, their kinds and parameters, for those who make functions of them. */
#include "library/library.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const struct script_command *command_at(int32_t i, const struct script_family **ret_f)
{
	for (const struct script_family *f = script_families; f->name; f++)
		for (const struct script_command *c = f->commands; c->name; c++)
			if (i-- == 0) {
				*ret_f = f;
				return c;
			}
	return NULL;
}

static int32_t past(const char *function)
{
	return library_refuse_nobody(ERR_RANGE, function, "past the end of the table, or no place for the answer");
}

int32_t tandem_command_at(int32_t i, struct tandem_command *ret)
{
	const struct script_family *f;
	const struct script_command *c = ret ? command_at(i, &f) : NULL;
	struct script_topic topic;
	int32_t topics = 0;

	if (!c)
		return past("tandem_command_at");
	while (c->topic && c->topic(topics, &topic))
		topics++;
	*ret = (struct tandem_command){.name = c->name, .family = f->name, .usage = c->usage, .help = c->help, .topics = topics};
	return 0;
}

static const struct script_command *topic_at(int32_t i, int32_t k, const struct script_family **ret_f, struct script_topic *ret)
{
	const struct script_command *c = command_at(i, ret_f);

	return c && k >= 0 && c->topic && c->topic(k, ret) ? c : NULL;
}

/* "element truss tag i j A matTag <-rho r>" of the parameters, the first line of what help says. */
static const char *usage_of(const struct script_command *c, const struct script_topic *topic)
{
	static __thread char text[4096];
	char name[160];
	char *end;

	if (topic->usage || !topic->params)
		return topic->usage ? topic->usage : c->usage;
	snprintf(name, sizeof name, "%s %s%s%s", c->name, topic->name, topic->before ? " " : "", topic->before ? topic->before : "");
	param_usage(topic->params, name, text, sizeof text);
	end = strchr(text, '\n');
	if (end)
		*end = '\0';
	return text;
}

int32_t tandem_topic_at(int32_t i, int32_t k, struct tandem_command *ret)
{
	const struct script_family *f;
	struct script_topic topic;
	const struct script_command *c = ret ? topic_at(i, k, &f, &topic) : NULL;

	if (!c)
		return past("tandem_topic_at");
	*ret = (struct tandem_command){.name = topic.name, .family = f->name, .usage = usage_of(c, &topic), .help = topic.brief ? topic.brief : ""};
	return 0;
}

int32_t tandem_param_at(int32_t i, int32_t k, int32_t j, struct tandem_param *ret)
{
	const struct script_family *f;
	struct script_topic topic;
	const struct param *p;
	bool any;

	if (!ret || !topic_at(i, k, &f, &topic) || !topic.params || j < 0)
		return past("tandem_param_at");
	for (p = topic.params; p->name && j > 0; p++)
		j--;
	if (!p->name)
		return past("tandem_param_at");
	/* a range that is all zero allows any finite number */
	any = p->range.lo == 0.0 && p->range.hi == 0.0 && !p->range.lo_open && !p->range.hi_open;
	*ret = (struct tandem_param){.name = p->name, .kind = (int32_t)p->kind, .required = p->required, .def = p->def, .lo = any ? -INFINITY : p->range.lo,
	                             .hi = any ? INFINITY : p->range.hi, .lo_open = any || p->range.lo_open, .hi_open = any || p->range.hi_open,
	                             .help = p->help ? p->help : ""};
	return 0;
}
