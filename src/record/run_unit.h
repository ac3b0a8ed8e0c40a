/* Names of units: one word for one unit, however a script or an older record spells it. Pure; any thread. */
#pragma once

/* "sec", "Sec" and "s" are "s", "kips" is "kip", "lbf" is "lb"; a word that is no other spelling, as it is. Static, or the word. */
const char *run_unit(const char *word);
