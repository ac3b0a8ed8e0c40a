/* The compound of an event: its time, and three texts. */
#include "record/run_event.h"

#include "base/base.h"
#include "record/run_layout.h"
#include "recorder/hdf5_put.h"

hid_t run_event_type(void)
{
	static const struct { const char *name; size_t offset, size; } PARTS[] = {
		{"kind", offsetof(struct run_event, kind), RUN_EVENT_KIND},
		{"source", offsetof(struct run_event, source), RUN_EVENT_SOURCE},
		{"text", offsetof(struct run_event, text), RUN_EVENT_TEXT},
	};
	hid_t type = H5Tcreate(H5T_COMPOUND, sizeof(struct run_event));

	H5Tinsert(type, "time", offsetof(struct run_event, time), H5T_NATIVE_DOUBLE);
	for (size_t i = 0; i < COUNT(PARTS); i++) {
		hid_t text = hdf5_text_type(PARTS[i].size);

		H5Tinsert(type, PARTS[i].name, PARTS[i].offset, text);
		H5Tclose(text);
	}
	return type;
}
