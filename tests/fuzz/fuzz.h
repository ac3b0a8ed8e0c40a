/* Harnesses for random bytes: each takes one input and aborts (ASSERT) when a promise is broken. Built twice: with libFuzzer (make fuzz), and into the test
 * that replays the inputs kept in tests/fuzz/corpus. */
#pragma once

#include <stddef.h>
#include <stdint.h>

void wire_fuzz(const uint8_t *bytes, size_t n);
void journal_fuzz(const uint8_t *bytes, size_t n);
void tls_fuzz(const uint8_t *bytes, size_t n);
void matrix_fuzz(const uint8_t *bytes, size_t n);
void web_words_fuzz(const uint8_t *bytes, size_t n);
void web_door_fuzz(const uint8_t *bytes, size_t n);
void motion_fuzz(const uint8_t *bytes, size_t n);
void numbers_fuzz(const uint8_t *bytes, size_t n);
void live_fuzz(const uint8_t *bytes, size_t n);
void record_fuzz(const uint8_t *bytes, size_t n);
void script_fuzz(const uint8_t *bytes, size_t n);
