/* What a program in C++ makes of the library: an instance that frees itself, words of any kind, the first failure as an exception. */
#pragma once

#include <tandem.h>

#include <memory>
#include <stdexcept>

class Model {
public:
	Model() : t(make()) {}
	operator tandem *() const { return t.get(); }
	/* A command of scripts: model("node", 1, 0.0, 0.0). */
	template <class... Any> void operator()(const Any &... words) const { check(t.get(), tandem_say(t.get(), words...)); }
	void step(double dt) const { check(t.get(), tandem_step(t.get(), dt)); }
	void analyze(int32_t n, double dt) const { check(t.get(), tandem_analyze(t.get(), n, dt)); }

private:
	struct Free { void operator()(tandem *t) const { tandem_free(t); } };

	static void check(tandem *t, int32_t code)
	{
		if (code < 0)
			throw std::runtime_error(tandem_error(t)->text);
	}

	static tandem *make()
	{
		tandem *t = nullptr;

		check(t, tandem_new(&t));
		return t;
	}

	std::unique_ptr<tandem, Free> t;
};
