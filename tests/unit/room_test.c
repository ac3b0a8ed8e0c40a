/* Memory that is left: read from files of several kinds of machine, and compared with what is needed. */
#include "test.h"

#include "base/room.h"
#include "folder.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

