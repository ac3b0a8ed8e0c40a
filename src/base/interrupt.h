/* Somebody wants the program to stop what it does (Ctrl-C, SIGTERM): a flag that long work looks at between its steps.
 *
 * interrupt_ask is for signal handlers, from any thread; the rest is for whoever runs the work.
 */
#pragma once

#include <stdbool.h>

void interrupt_ask(void);
bool interrupt_asked(void);
void interrupt_clear(void);
