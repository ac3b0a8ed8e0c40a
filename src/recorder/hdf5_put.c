/* Attributes and types of HDF5 objects. */
#include "recorder/hdf5_put.h"

#include "base/jput.h"

#include <stdlib.h>
#include <string.h>

/* Takes type and space over. */
static int put(hid_t where, const char *name, hid_t type, hid_t space, const void *value)
{
	hid_t attribute = H5Acreate2(where, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
	herr_t bad = attribute < 0 ? -1 : H5Awrite(attribute, type, value);

	if (attribute >= 0)
		H5Aclose(attribute);
	H5Sclose(space);
	H5Tclose(type);
	return bad < 0 ? ERR_FILE : 0;
}

hid_t hdf5_text_type(size_t width)
{
	hid_t type = H5Tcopy(H5T_C_S1);

	H5Tset_size(type, width);
	H5Tset_cset(type, H5T_CSET_UTF8);
	return type;
}

int hdf5_put_text(hid_t where, const char *name, const char *text)
{
	char *clean;
	int code;

	if (H5Aexists(where, name) > 0)
		return 0;
	clean = strdup(text);
	if (!clean)
		return ERR_MEMORY;
	jput_clean(clean);
	code = put(where, name, hdf5_text_type(strlen(clean) + 1), H5Screate(H5S_SCALAR), clean);
	free(clean);
	return code;
}

int hdf5_put_number(hid_t where, const char *name, double x)
{
	if (H5Aexists(where, name) > 0)
		return 0;
	return put(where, name, H5Tcopy(H5T_IEEE_F64LE), H5Screate(H5S_SCALAR), &x);
}

int hdf5_put_numbers(hid_t where, const char *name, int n, const double *x)
{
	hsize_t count = (hsize_t)n;

	return put(where, name, H5Tcopy(H5T_IEEE_F64LE), H5Screate_simple(1, &count, NULL), x);
}

int hdf5_put_fixed(hid_t where, const char *name, size_t size, const char *text)
{
	return put(where, name, hdf5_text_type(size), H5Screate(H5S_SCALAR), text);
}

int hdf5_put_texts(hid_t where, const char *name, int n, const char *(*text)(const void *ctx, int i), const void *ctx)
{
	hsize_t count = (hsize_t)n;
	size_t width = 1;
	char *all;
	int code;

	for (int i = 0; i < n; i++)
		width = strlen(text(ctx, i)) + 1 > width ? strlen(text(ctx, i)) + 1 : width;
	all = calloc((size_t)n + 1, width);
	if (!all)
		return ERR_MEMORY;
	for (int i = 0; i < n; i++) {
		strcpy(all + (size_t)i * width, text(ctx, i));
		jput_clean(all + (size_t)i * width);
	}
	code = put(where, name, hdf5_text_type(width), H5Screate_simple(1, &count, NULL), all);
	free(all);
	return code;
}
