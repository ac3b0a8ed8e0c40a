/* One element under test: its model, state and answer. */
#pragma once

#include "model_words.h"

enum { DOF = 24 };

struct probe {
	struct model m;
	const struct element *el;
	double hc[8192], ht[8192], load[64];
	double u[DOF], v[DOF];
	double f[DOF], k[DOF * DOF], c[DOF * DOF];
};

static inline void probe_model(struct probe *p, int ndm, int ndf)
{
	memset(p, 0, sizeof *p);
	model_init(&p->m);
	p->m.ndm = ndm;
	p->m.ndf = ndf;
}

static inline void probe_element(struct probe *p, const char *line)
{
	words_make(&p->m, line);
	p->el = p->m.elements.row[p->m.elements.n - 1].object;
	assert_in_range(p->el->nstate, 0, COUNT(p->hc));
	assert_in_range(p->el->nload, 0, COUNT(p->load));
	assert_in_range(p->el->ndof, 1, DOF);
	if (p->el->ops->start)
		p->el->ops->start(p->el->self, p->hc);
	memcpy(p->ht, p->hc, sizeof p->ht);
}

static inline struct element_io probe_io(struct probe *p)
{
	return (struct element_io){ .u = p->u, .v = p->v, .uc = p->u, .hc = p->hc, .ht = p->ht, .load = p->load, .dt = 0.01 };
}

static inline void probe_respond(struct probe *p)
{
	struct element_io io = probe_io(p);
	p->el->ops->respond(p->el->self, &io, p->f, p->k, p->c);
}

static inline int probe_answer(struct probe *p, const char *words, double *ret_x)
{
	struct element_io io = probe_io(p);
	char text[100];
	const char *word[8];
	int n = 0;
	snprintf(text, sizeof text, "%s", words);
	for (char *w = strtok(text, " "); w; w = strtok(NULL, " "))
		word[n++] = w;
	return p->el->ops->response(p->el->self, &io, n, word, ret_x, DOF);
}
