/* What is special about single devices: the bytes of a packet at their places, a stream in pieces, shared memory that is left over or of
 * another kind, addresses; and words that cannot be. */
#include "conform/device_line.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/mman.h>
#include <unistd.h>

static const struct device_ops *row(const char *name)
{
	for (int i = 0; device_table[i]; i++)
		if (strcmp(device_table[i]->name, name) == 0)
			return device_table[i];
	fail_msg("no device %s", name);
	return NULL;
}

/* --- packets --------------------------------------------------------------------------------------- */

/* Check value of CRC-32/ISO-HDLC in the catalogue of parametrised CRCs: that of the nine digits. */
static void the_check_is_that_of_ethernet_and_zip(void **state)
{
	(void)state;
	assert_int_equal(crc32_of((const unsigned char *)"123456789", 9), 0xcbf43926);
	assert_int_equal(crc32_of((const unsigned char *)"", 0), 0);
}

/* docs/devices.md, byte by byte; 1.5 is 0x3ff8000000000000. */
static void every_byte_of_a_packet_is_where_the_page_says(void **state)
{
	static const unsigned char head[64] = {
		'T', 'N', 'D', 'M', 1, 0, 2, 0, 0x88, 0x77, 0x66, 0x55, 0x44, 0x33, 0x22, 0x11, 5, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
		0xff, 0xff, 0, 1, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 1, 0, 0, 0, 1, 0, 9, 0, 1, 0, 0, 0,
	};
	static const unsigned char value[8] = {0, 0, 0, 0, 0, 0, 0xf8, 0x3f};
	struct packet p = {.kind = PACKET_COMMAND, .session = 0x1122334455667788, .number = 5, .t_ns = -1, .tick = 256, .state = 3, .flags = PACKET_TRIPPED,
	                   .channels = 1, .slots = 9, .count = 1, .x = {1.5}}, back;
	unsigned char bytes[PACKET_MOST];

	(void)state;
	assert_int_equal(packet_encode(&p, bytes), 64 + 8 + 4);
	assert_memory_equal(bytes, head, 64);
	assert_memory_equal(bytes + 64, value, 8);
	memset(&back, 0, sizeof(back));
	assert_int_equal(packet_decode(bytes, 76, true, &back), PACKET_GOOD);
	assert_true(back.kind == p.kind && back.session == p.session && back.number == 5 && back.t_ns == -1 && back.tick == 256 && back.state == 3);
	assert_true(back.flags == p.flags && back.channels == 1 && back.slots == 9 && back.count == 1 && back.x[0] == 1.5);
	for (size_t n = 0; n < 76; n++)
		assert_int_equal(packet_decode(bytes, n, true, &back), PACKET_SHORT);
}

static void any_byte_that_is_wrong_is_found(void **state)
{
	struct packet p = {.kind = PACKET_READING, .session = 1, .number = 1, .channels = 2, .slots = 9, .count = 4, .x = {1, 2, 3, 4}}, back;
	unsigned char bytes[PACKET_MOST];
	size_t n = packet_encode(&p, bytes);

	(void)state;
	for (size_t i = 0; i < n; i++)
		for (int bit = 0; bit < 8; bit++) {
			bytes[i] ^= (unsigned char)(1 << bit);
			assert_int_not_equal(packet_decode(bytes, n, true, &back), PACKET_GOOD);
			bytes[i] ^= (unsigned char)(1 << bit);
		}
	assert_int_equal(packet_decode(bytes, n, true, &back), PACKET_GOOD);
}

/* --- a connection ---------------------------------------------------------------------------------- */

static void a_reading_in_pieces_counts_when_it_is_whole(void **state)
{
	static struct line line, *t = &line;
	struct packet p;
	unsigned char bytes[PACKET_MOST];
	size_t n;

	(void)state;
	line_begin(t, row("TCP"), LINE_CHANNELS, "");
	p = far_reading(&t->far, 2, 5.0);
	n = packet_encode(&p, bytes);
	for (size_t i = 0; i < n; i++) {
		assert_true(line_reads(t, 1));
		assert_int_equal(send(t->far.fd, bytes + i, 1, MSG_NOSIGNAL), 1);
	}
	UNTIL("TCP", line_reads(t, 2));
	assert_int_equal(line_refused(t), 0);
	line_end(t);
}

/* Bytes that are no packet, among them the beginning of one: the next whole one is found. */
static void a_stream_that_has_lost_its_place_finds_it_again(void **state)
{
	static struct line line, *t = &line;
	struct packet p;
	char rubbish[300];

	(void)state;
	memset(rubbish, 'x', sizeof(rubbish));
	memcpy(rubbish + 100, "TNDM", 4);
	memcpy(rubbish + 297, "TND", 3);
	line_begin(t, row("TCP"), LINE_CHANNELS, "");
	p = far_reading(&t->far, 2, 5.0);
	assert_int_equal(send(t->far.fd, rubbish, sizeof(rubbish), MSG_NOSIGNAL), sizeof(rubbish));
	far_give(&t->far, &p);
	UNTIL("TCP", line_reads(t, 2));
	assert_in_range(line_refused(t), 2, 3);                /* x..., TNDMx..., and TND unless what follows has come with it */
	line_end(t);
}

/* --- shared memory --------------------------------------------------------------------------------- */

static void head_byte(struct line *t, int at, unsigned char value)
{
	((unsigned char *)t->far.page)[at] = value;
}

static void memory_of_another_kind_is_refused_with_what_it_is(void **state)
{
	static const struct { int at; unsigned char value; const char *says; } wrong[] = {
		{8, 2, "version 2"}, {12, 1, "4097 bytes"}, {16, 5, "5 channels"}, {18, 7, "slots 7"},
	};
	static struct line line, *t = &line;
	struct err e;

	(void)state;
	line_begin(t, row("SharedMemory"), LINE_CHANNELS, "");
	t->ops->close(t->device->self);
	for (size_t i = 0; i < COUNT(wrong); i++) {
		unsigned char right = ((unsigned char *)t->far.page)[wrong[i].at];

		head_byte(t, wrong[i].at, wrong[i].value);
		assert_true(device_line_open(t, WAIT_MOST, &e) < 0);
		line_says(t, &e, wrong[i].says);
		head_byte(t, wrong[i].at, right);
	}
	line_must(t, device_line_open(t, WAIT_MOST, &e), &e);
	line_end(t);
}

/* A laboratory that was killed leaves its page: nobody answers. Then one that starts anew is found under the same name. */
static void memory_that_is_left_over_is_not_taken_for_a_laboratory(void **state)
{
	static struct line line, *t = &line;
	struct err e;

	(void)state;
	line_begin(t, row("SharedMemory"), LINE_CHANNELS, "");
	t->ops->close(t->device->self);
	err_clear(&e);
	assert_int_equal(t->ops->open(t->device->self, 1000.0, 0.1, 0.05, &e), ERR_LOST);
	line_says(t, &e, "left over");
	munmap(t->far.page, 4096);
	close(t->far.fd);
	t->far.seen[0] = t->far.seen[1] = 0;
	t->far.ops->begin(&t->far);
	line_must(t, device_line_open(t, WAIT_MOST, &e), &e);
	line_end(t);
}

/* A page that is not ready yet, or too small, is waited for. */
static void memory_that_is_just_made_is_waited_for(void **state)
{
	static struct line line, *t = &line;
	struct err e;
	uint64_t magic;

	(void)state;
	line_begin(t, row("SharedMemory"), LINE_CHANNELS, "");
	t->ops->close(t->device->self);
	magic = atomic_exchange(t->far.page, 0);
	err_clear(&e);
	assert_int_equal(t->ops->open(t->device->self, 1000.0, 0.1, 0.02, &e), ERR_LOST);
	line_says(t, &e, "start the laboratory");
	assert_int_equal(ftruncate(t->far.fd, 100), 0);
	err_clear(&e);
	assert_int_equal(t->ops->open(t->device->self, 1000.0, 0.1, 0.02, &e), ERR_LOST);
	assert_int_equal(ftruncate(t->far.fd, 4096), 0);
	t->far.ops->end(&t->far);
	t->far.ops->begin(&t->far);
	assert_true(atomic_load(t->far.page) == magic);
	line_end(t);
}

/* --- addresses ------------------------------------------------------------------------------------- */

static void a_machine_that_nobody_knows_is_named(void **state)
{
	static const char *const kind[] = {"UDP", "TCP"};
	struct stage s;

	(void)state;
	stage_begin(&s);
	for (int i = 0; i < 2; i++) {
		struct device *d;
		struct err e;
		char text[700];

		stage_eval(&s, "expDevice %s %d no-such-host.invalid 5000 -channels 1", kind[i], i + 1);
		d = table_get(&s.script.lab.devices, i + 1);
		err_clear(&e);
		assert_int_equal(d->ops->open(d->self, 1000.0, 0.1, 0.01, &e), ERR_LOST);
		err_text(&e, text, sizeof(text));
		assert_contains(text, "no-such-host.invalid");
	}
	stage_end(&s);
}

/* The far side at ::1, and -bind: its answers go to that port. */
static void ipv6_and_a_port_of_ones_own(void **state)
{
	static struct line line, *t = &line;
	struct sockaddr_in6 at = {.sin6_family = AF_INET6, .sin6_addr = IN6ADDR_LOOPBACK_INIT};
	socklen_t n = sizeof(at);
	int fd = socket(AF_INET6, SOCK_DGRAM, 0), own = socket(AF_INET6, SOCK_DGRAM, 0), port;
	struct err e;

	(void)state;
	if (fd < 0 || own < 0 || bind(fd, (struct sockaddr *)&at, n) < 0 || bind(own, (struct sockaddr *)&at, n) < 0)
		skip();                                        /* a machine without IPv6 */
	line_begin(t, row("UDP"), LINE_CHANNELS, "");
	assert_int_equal(getsockname(own, (struct sockaddr *)&at, &n), 0);
	port = ntohs(at.sin6_port);
	close(own);
	assert_int_equal(getsockname(fd, (struct sockaddr *)&at, &n), 0);
	t->ops->close(t->device->self);
	close(t->far.fd);
	t->far.fd = fd;
	stage_eval(&t->stage, "removeExp device %d; expDevice UDP %d ::1 %d -channels %d -bind %d", TAG, TAG, ntohs(at.sin6_port), LINE_CHANNELS, port);
	t->device = table_get(&t->stage.script.lab.devices, TAG);
	line_must(t, device_line_open(t, WAIT_MOST, &e), &e);
	assert_int_equal(ntohs(((struct sockaddr_in6 *)&t->far.from)->sin6_port), port);
	line_give(t, 2, 1.0);
	UNTIL("UDP", line_reads(t, 2));
	line_end(t);
}

static void a_port_that_is_taken_cannot_be_bound(void **state)
{
	static struct line line, *t = &line;
	struct device *second;
	struct err e;

	(void)state;
	line_begin(t, row("UDP"), LINE_CHANNELS, "");
	stage_eval(&t->stage, "expDevice UDP 8 127.0.0.1 %d -channels 3 -bind %d", t->far.port, t->far.port);
	second = table_get(&t->stage.script.lab.devices, 8);
	err_clear(&e);
	assert_int_equal(second->ops->open(second->self, 1000.0, 0.1, 0.1, &e), ERR_STATE);
	line_says(t, &e, "-bind");
	line_end(t);
}

/* --- words ----------------------------------------------------------------------------------------- */

static void words_that_cannot_be_are_refused(void **state)
{
	static const struct { const char *words, *says; } bad[] = {
		{"SharedMemory 1", "name"}, {"SharedMemory 1 a/b -channels 1", "a/b"}, {"SharedMemory 1 -channels 1", "name is missing"},
		{"SharedMemory 1 lab", "-channels is missing"}, {"SharedMemory 1 lab -channels 0", "from 1 to 64"}, {"SharedMemory 1 lab -channels 65", "65"},
		{"UDP 1 host", "port"}, {"UDP 1 host 0 -channels 1", "65535"}, {"UDP 1 host 65536 -channels 1", "65536"},
		{"UDP 1 host 80", "-channels is missing"},
		{"UDP 1 -channels 1", "host is missing"}, {"UDP 1 -no 80 -channels 1", "-no"}, {"UDP 1 host 80 -channels 1 -bind 70000", "-bind"},
		{"TCP 1 host 80 -channels 1 -bind 5000", "-bind"},
		{"TCP 1 host eighty -channels 1", "eighty"}, {"TCP 1 host 80 -channels 1 nonsense", "nonsense"}, {"Serial 1 x", "Serial"},
	};
	struct stage s;

	(void)state;
	stage_begin(&s);
	for (size_t i = 0; i < COUNT(bad); i++) {
		stage_eval(&s, "catch {expDevice %s} said", bad[i].words);
		assert_contains(Tcl_GetVar(s.script.interp, "said", 0), bad[i].says);
	}
	stage_eval(&s, "expDevice TCP 1 host 80 -channels 2 -accel; catch {expDevice UDP 1 host 80 -channels 2} said");
	assert_contains(Tcl_GetVar(s.script.interp, "said", 0), "already");
	stage_eval(&s, "removeExp devices");
	assert_null(table_get(&s.script.lab.devices, 1));
	stage_end(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_check_is_that_of_ethernet_and_zip),
		cmocka_unit_test(every_byte_of_a_packet_is_where_the_page_says),
		cmocka_unit_test(any_byte_that_is_wrong_is_found),
		cmocka_unit_test(a_reading_in_pieces_counts_when_it_is_whole),
		cmocka_unit_test(a_stream_that_has_lost_its_place_finds_it_again),
		cmocka_unit_test(memory_of_another_kind_is_refused_with_what_it_is),
		cmocka_unit_test(memory_that_is_left_over_is_not_taken_for_a_laboratory),
		cmocka_unit_test(memory_that_is_just_made_is_waited_for),
		cmocka_unit_test(a_machine_that_nobody_knows_is_named),
		cmocka_unit_test(ipv6_and_a_port_of_ones_own),
		cmocka_unit_test(a_port_that_is_taken_cannot_be_bound),
		cmocka_unit_test(words_that_cannot_be_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
