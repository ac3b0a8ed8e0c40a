/* Server for application clients: OpenSees' genericClient, OpenFresco's elements with -server, its C, Fortran, MATLAB, Abaqus, Ansys, LS-DYNA and Simulink
 * clients, and its control GenericTCP (frame.h).
 *
 * An element server answers matrices and, of measurements, forces (displacements, velocities, accelerations and time are zero, as in OpenFresco: an element
 * measures none in global axes). A site server answers all five slots and no matrices: a client that asks for one is told, by the end of the conversation,
 * instead of waiting for ever. A request for one slot (7 to 11) brings that slot of the frame up to date and sends all of it.
 * 3, 5 and 99 are never answered; 5 is the only end of a step; 10 waits for the target of the last 3 and may be repeated.
 * GenericTCP may send lines of a file first, 16385 bytes each with a 2 in front, which no frame has.
 */
#pragma once

#include "base/arena.h"
#include "foreign/frame.h"
#include "foreign/talk.h"

enum { SIMAPP_INIT_BYTES = 16385 };

/* Who is served. An adapter answers every question with all its slots, as OpenSees' element adapter does. */
enum simapp_kind { SIMAPP_SITE, SIMAPP_ELEMENT, SIMAPP_ADAPTER };

struct simapp {
	const struct plant *plant; /* borrowed */
	struct arena *mem;         /* borrowed: frames are taken from it when the sizes have come */
	char object[96];
	enum simapp_kind kind;
	bool datagrams;            /* over UDP: no lines of a file */
	int stage;                 /* private to simapp.c */
	unsigned char id[FRAME_ID_BYTES];
	struct frame_sizes sizes;
	double *in, *out, *matrix; /* owned: mem; data numbers each */
	unsigned char *line;       /* owned: mem; SIMAPP_INIT_BYTES */
	struct signals trial;      /* owned: mem */
	long lines;                /* of a file */
	struct talk_count count;
};

/* The server of one client; how a driver speaks with it (talk.h). */
void simapp_init(struct simapp *s, const struct plant *plant, enum simapp_kind kind, bool datagrams, struct arena *mem, const char *object);
struct talk simapp_talk(struct simapp *s);
