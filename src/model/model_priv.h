/* Shared inside model/: lists that grow in the model's arena. */
#pragma once

#include "base/arena.h"

/* The list itself while n < *cap, else a copy with twice the room (and *cap updated); NULL when out of memory, *cap untouched. */
void *list_room(void *list, int n, int *cap, size_t size, struct arena *mem);
