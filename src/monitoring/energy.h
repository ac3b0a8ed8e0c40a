/* Energies of a structure of which a part is a specimen.
 *
 * Every term of the equation of motion does work on the increment of displacement, by the trapezoidal rule:
 *
 *   M a + C v + R_A + R_E = f         E += 1/2 (F + F_before)' (u - u_before)
 *
 *   kinetic    M a                    at the end of a free vibration what went in has come out again; with the average acceleration method 1/2 v' M v
 *   viscous    C v                    Rayleigh and modal damping, of all elements
 *   numerical  R_A                    strain and hysteretic energy of numerical elements, dampers among them
 *   observed   R_E = r'T              what the integrator takes the specimens' energy for (E_E)
 *   input      f                      loads, ground motion (relative displacements)
 *
 * Per experimental element, in the coordinates that its site takes and gives, with the displacement d_c that was commanded and d_m that was measured, r_m
 * measured and r as it went into the equations (the same unless control errors are corrected):
 *
 *   E_error = sum 1/2 (r + r_before)' (d_c - d_c,before) - 1/2 (r_m + r_m,before)' (d_m - d_m,before),     specimen (E_BE) = observed - E_error
 *
 * negative: the test adds energy, as a late actuator does. Methods that satisfy the equation of motion elsewhere than at the ends of steps (HHT, generalized
 * alpha) leave a force unbalanced there,
 *
 *   r = f - M a - C v - R_A - R_E      unbalanced += 1/2 (r + r_before)' (u - u_before) - 1/2 (R + R_before)' ((s - s_before) - (u - u_before))
 *
 * with s where a method evaluates elements, whose work is done there: u itself but in operator splitting, whose equation has the force between the two as
 * that of a spring. So the balance
 *
 *   kinetic + viscous + numerical + specimen = input - E_error - unbalanced
 *
 * closes to rounding with every method, and `unbalanced` says how far the sums of one can be trusted: none with Newmark's. Negative: energy comes in that no
 * force of the structure has brought. Nothing happens in prescribed freedoms: what moves them is a load on the others.
 *
 * Mosqueda, Stojadinovic, Mahin, UCB/EERC 2005-02, 7.4 (7.15, 7.20, 7.22 with their signs corrected); Uang & Bertero, EESD 19 (1990) 77-90.
 */
#pragma once

#include "analysis/problem.h"
#include "monitoring/monitor.h"

struct energy;

/* The forces and displacements of now; sums begin with the next step. Memory: mem, and all of it here. */
struct energy *energy_begin(struct problem *p, const struct monitor_element *element, int nelement, struct arena *mem);
/* After a committed step: adds its share to sum. */
void energy_step(struct energy *e, const struct monitor_element *element, int nelement, struct monitor_energy *sum) RT;
