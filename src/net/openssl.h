/* OpenSSL's headers, one of whose types has the name of an error code of ours. Include this one instead of them. */
#pragma once

#include "base/err.h"

#define ERR_STATE OPENSSL_ERR_STATE
#include <openssl/bn.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#undef ERR_STATE
