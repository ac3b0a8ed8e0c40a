/* Calendar: gmtime_r and its kin fail for years that an int does not hold, and then there is no struct tm to print. */
#define _GNU_SOURCE /* strptime, timegm */
#include "base/stamp.h"

#include <time.h>

enum { YEAR_LEAST = 1000, YEAR_MOST = 9999, YEAR_ZERO = 1900 };

static void put(struct tm *(*split)(const time_t *, struct tm *), int64_t t_s, const char *format, char *ret_text)
{
	time_t t = (time_t)t_s;
	struct tm at;

	ret_text[0] = '\0';
	if (split(&t, &at) && at.tm_year >= YEAR_LEAST - YEAR_ZERO && at.tm_year <= YEAR_MOST - YEAR_ZERO)
		strftime(ret_text, STAMP_SIZE, format, &at);
}

void stamp_utc(int64_t t_s, char ret_text[STAMP_SIZE])
{
	put(gmtime_r, t_s, "%Y-%m-%dT%H:%M:%SZ", ret_text);
}

void stamp_local(int64_t t_s, char ret_text[STAMP_SIZE])
{
	put(localtime_r, t_s, "%Y%m%d-%H%M%S", ret_text);
}

bool stamp_read(const char *text, int64_t *ret_s)
{
	struct tm at = {0};

	if (!strptime(text, "%Y-%m-%dT%H:%M:%S", &at) && !strptime(text, "%Y-%m-%d %H:%M:%S", &at))
		return false;
	*ret_s = (int64_t)timegm(&at);
	return true;
}
