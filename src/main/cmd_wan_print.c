/* Log and statistics of `tandem wan`. Times are seconds in the log and milliseconds on the page. */
#include "main/cmd_wan_print.h"

#include "base/io.h"

#include <string.h>

/* ---- the log ---- */

static void flush(struct wan_log *l)
{
	if (l->code == 0 && l->used > 0)
		l->code = io_write(l->handle, l->path, l->text, l->used, &l->report);
	l->used = 0;
}

static void put(struct wan_log *l, const char *line, size_t n)
{
	if (l->used + n > sizeof(l->text))
		flush(l);
	memcpy(l->text + l->used, line, n);
	l->used += n;
}

int wan_log_open(struct wan_log *l, const char *path, struct err *e)
{
	static const char head[] = "t_s,connection,way,what,bytes,took_s\n";
	int code;

	l->handle = -1;
	l->path = path;
	l->zero_ns = INT64_MIN;
	l->used = 0;
	l->code = 0;
	err_clear(&l->report);
	code = path ? io_open(path, IO_WRITE, &l->handle, e) : 0;
	if (!code && path)
		put(l, head, sizeof(head) - 1);
	return code;
}

static const char *what(const struct wan_note *n)
{
	static const char *const name[] = {
		[WAN_NOTE_OPEN] = "open", [WAN_NOTE_REFUSED] = "refused", [WAN_NOTE_PIECE] = "piece", [WAN_NOTE_LOST] = "lost",
		[WAN_NOTE_RESET] = "reset", [WAN_NOTE_CLOSE] = "close",
	};

	return n->kind == WAN_NOTE_EVENT ? wan_action_name(n->event->action) : name[n->kind];
}

void wan_log_note(void *log, const struct wan_note *n)
{
	struct wan_log *l = log;
	char line[160];
	int size;

	if (l->handle < 0)
		return;
	if (l->zero_ns == INT64_MIN)
		l->zero_ns = n->t_ns;
	size = snprintf(line, sizeof(line), "%.9f,%llu,%s,%s,%zu,%.9f\n", 1e-9 * (double)(n->t_ns - l->zero_ns), (unsigned long long)n->connection,
	                wan_ways_name(n->ways), what(n), n->bytes, 1e-9 * (double)n->took_ns);
	put(l, line, (size_t)size);
	if (n->kind != WAN_NOTE_PIECE)
		flush(l);
}

int wan_log_close(struct wan_log *l, struct err *e)
{
	int code;

	if (l->handle < 0)
		return 0;
	flush(l);
	code = io_close(l->handle, l->path, l->code ? NULL : e);
	l->handle = -1;
	if (l->code && e->code == 0)
		*e = l->report;
	return l->code ? l->code : code;
}

/* ---- the statistics ---- */

static const struct {
	const char *name, *key;
	double q;
} quantile[] = {
	{"median", "median_ms", 0.5}, {"95 %", "p95_ms", 0.95}, {"most", "most_ms", 1.0},
};

static double ms(const struct histogram *h, double q)
{
	return 1e-6 * (double)histogram_quantile(h, q);
}

static void print_way(const struct wan_count *c, const char *name, FILE *to)
{
	fprintf(to, "  %-5s %12llu bytes in, %llu out, %llu lost; %llu pieces took", name, (unsigned long long)c->in, (unsigned long long)c->out,
		(unsigned long long)c->lost, (unsigned long long)c->took.n);
	for (size_t i = 0; i < COUNT(quantile); i++)
		fprintf(to, "%s %s %.3f ms", i ? "," : "", quantile[i].name, ms(&c->took, quantile[i].q));
	fprintf(to, "\n");
}

static void print_way_json(const struct wan_count *c, const char *name, FILE *to)
{
	fprintf(to, ",\n \"%s\": {\"in\": %llu, \"out\": %llu, \"lost\": %llu, \"pieces\": %llu", name, (unsigned long long)c->in, (unsigned long long)c->out,
		(unsigned long long)c->lost, (unsigned long long)c->took.n);
	for (size_t i = 0; i < COUNT(quantile); i++)
		fprintf(to, ", \"%s\": %.6f", quantile[i].key, ms(&c->took, quantile[i].q));
	fprintf(to, "}");
}

void wan_print(const struct wan *w, bool json, FILE *to)
{
	fprintf(to, json ? "{\"connections\": %llu, \"refused\": %llu, \"reset\": %llu" : "wan: %llu connections, %llu refused, %llu reset",
		(unsigned long long)w->connections, (unsigned long long)w->refused, (unsigned long long)w->resets);
	for (enum wan_action a = 0; a < WAN_ACTIONS; a++)
		if (json || w->happened[a] > 0)
			fprintf(to, json ? ", \"%s\": %llu" : "; %s %llu", wan_action_name(a), (unsigned long long)w->happened[a]);
	fprintf(to, json ? "" : "\n");
	for (int way = 0; way < WAN_WAYS; way++)
		(json ? print_way_json : print_way)(&w->count[way], wan_ways_name(1 << way), to);
	fprintf(to, json ? "}\n" : "");
}
