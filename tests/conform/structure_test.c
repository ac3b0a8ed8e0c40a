/* Suite over every row of structure_table, each made from the examples of its row: counts and tags are what the contract says, every node is held by
 * something, and what cannot be is refused before anything is made. */
#include "test.h"

#include "model/structure.h"
#include "verify/verify.h"

static bool example(const struct structure_ops *ops, int which, char *ret, size_t size)
{
	char words[300];

	if (!stage_example(ops->example, which, words, sizeof words))
		return false;
	snprintf(ret, size, "%s %s", ops->name, words);
	return true;
}

static void each(void (*check)(struct stage *s, const char *words))
{
	for (int row = 0; structure_table[row]; row++) {
		char words[400];

		for (int which = 0; example(structure_table[row], which, words, sizeof words); which++) {
			struct stage s;

			stage_begin(&s);
			stage_eval(&s, "set d [generate %s]", words);
			check(&s, words);
			stage_end(&s);
		}
	}
}

static int level_of(const struct structure *b, const struct node *n)
{
	return (n->tag - b->node.first) / b->node.per;
}

/* Element k of storey s lies between the levels s - 1 and s, and touches level s. */
static void check_group(const struct model *m, const struct structure *b, int g)
{
	for (int s = 1; s <= b->storeys; s++)
		for (int k = 0; k < b->group[g].per; k++) {
			const struct element *el = model_element(m, b->group[g].first + (s - 1) * b->group[g].per + k);
			int low, high;

			assert_non_null(el);
			assert_int_equal(el->nnode, 2);
			low = level_of(b, el->node[0]);
			high = level_of(b, el->node[1]);
			assert_true(low == s - 1 || low == s);
			assert_int_equal(high, s);
		}
}

static void check_tags(struct stage *s, const char *words)
{
	const struct model *m = &s->script.model;
	const struct structure *b = m->structure;
	int elements = 0;

	(void)words;
	assert_int_equal(m->nodes.n, b->node.per * (b->storeys + 1));
	for (int i = 0; i < m->nodes.n; i++) {
		const struct node *n = m->nodes.row[i].object;

		assert_int_equal(n->tag, b->node.first + i);
		assert_int_equal(n->ndf, b->ops->ndf);
		/* the ground is fixed, all others are free */
		assert_int_equal(n->held, level_of(b, n) == 0 ? (1u << n->ndf) - 1u : 0u);
	}
	for (int g = 0; b->ops->group[g]; g++) {
		check_group(m, b, g);
		elements += b->group[g].per * b->storeys;
	}
	assert_int_equal(m->elements.n, elements);
	assert_near(stage_real(s, "dict get $d freedoms"), b->node.per * b->storeys * b->ops->ndf, 0.0);
	assert_near(stage_real(s, "systemSize"), b->node.per * b->storeys * b->ops->ndf, 0.0);
}

static void tags_and_counts_are_what_the_contract_says(void **state)
{
	(void)state;
	each(check_tags);
}

static void check_mass(struct stage *s, const char *words)
{
	const struct model *m = &s->script.model;
	double sum = 0.0;

	(void)words;
	for (int i = 0; i < m->nodes.n; i++) {
		const struct node *n = m->nodes.row[i].object;

		sum += n->mass[0];
		assert_true(level_of(m->structure, n) == 0 ? n->mass[0] == 0.0 : n->mass[0] > 0.0);
	}
	expect_close(stage_real(s, "dict get $d mass"), sum, 1e-12, words);
}

static void the_mass_it_answers_is_that_of_its_nodes(void **state)
{
	(void)state;
	each(check_mass);
}

/* A push at the top moves all of it, with finite work: no mechanism, nothing hangs free. */
static void check_static(struct stage *s, const char *words)
{
	int dof = s->script.model.ndf;

	stage_eval(s, "timeSeries Linear 1; pattern Plain 1 1 {foreach n [generate nodes top] {load $n 1.0 %s}}", dof == 1 ? "" : dof == 3 ? "0 0" : "0 0 0 0 0");
	stage_eval(s, "constraints Plain; numberer Plain; system BandSPD; algorithm Linear; integrator LoadControl 1.0; analysis Static");
	assert_near(stage_real(s, "analyze 1"), 0.0, 0.0);
	assert_true(stage_real(s, "nodeDisp [lindex [generate nodes top] 0] 1") > 0.0);
	assert_true(stage_real(s, "lindex [eigen 1] 0") > 0.0);
	(void)words;
}

static void no_example_is_a_mechanism(void **state)
{
	(void)state;
	each(check_static);
}

/* All of the same words again: the tags are taken, and nothing has changed; behind them there is room. */
static void check_refused(struct stage *s, const char *words)
{
	int nodes = s->script.model.nodes.n, elements = s->script.model.elements.n, laws = s->script.model.materials.n;

	assert_near(stage_real(s, "catch {generate %s}", words), 1.0, 0.0);
	assert_int_equal(s->script.model.nodes.n, nodes);
	assert_int_equal(s->script.model.elements.n, elements);
	assert_int_equal(s->script.model.materials.n, laws);
	stage_eval(s, "generate %s -node %d -element %d", words, nodes + 1, elements + 1);
	assert_int_equal(s->script.model.nodes.n, 2 * nodes);
	assert_int_equal(s->script.model.elements.n, 2 * elements);
}

static void taken_tags_are_refused_before_anything_is_made(void **state)
{
	(void)state;
	each(check_refused);
}

/* A kind stands in a model of its own dimensions only. */
static void other_dimensions_are_refused(void **state)
{
	(void)state;
	for (int row = 0; structure_table[row]; row++) {
		struct stage s;
		char words[400];

		assert_true(example(structure_table[row], 0, words, sizeof words));
		stage_begin(&s);
		stage_eval(&s, "model basic -ndm %d -ndf %d", structure_table[row]->ndm, structure_table[row]->ndf + 1);
		assert_near(stage_real(&s, "catch {generate %s}", words), 1.0, 0.0);
		assert_int_equal(s.script.model.nodes.n, 0);
		stage_end(&s);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tags_and_counts_are_what_the_contract_says),
		cmocka_unit_test(the_mass_it_answers_is_that_of_its_nodes),
		cmocka_unit_test(no_example_is_a_mechanism),
		cmocka_unit_test(taken_tags_are_refused_before_anything_is_made),
		cmocka_unit_test(other_dimensions_are_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
