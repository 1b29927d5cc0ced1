import { factsOf, type Gfx, type WaveSize } from '../../arch/index.js';
import { formatExport, getDialect } from '../dialect/index.js';

/** The SGPRs of the vertex program: descriptors for two inputs and the output, and the draw's parameters. */
const VERTEX_SCALARS = {
  INPUTS: [0, 12],
  OUTPUT: 4,
  BASE_VERTEX: 8,
  START_INSTANCE: 9,
  /** For each input, 2^32 / divisor, rounded up. */
  RECIPROCALS: [10, 11],
  CLAMPS_COLOUR: 16,
  VERTICES: 17,
} as const;

/** The number of VGPRs that the program needs. */
export const VERTEX_REGISTERS = 8;

/** The number of bytes per vertex in the output: a position word and a colour. */
export const VERTEX_BYTES = 8;

/**
 * Generates the prolog and the main part of a vertex program. The prolog only computes the index into each input,
 * in v2 and v3: base vertex plus vertex if its divisor is 0, otherwise start instance plus instance / divisor. The
 * main part loads from these indices, clamps the colour with a conditional assignment, stores both words and exports
 * them (see the slides on radeonsi prologs and epilogs).
 */
export function vertexText(gfx: Gfx, wave: WaveSize, divisors: readonly [number, number]): string {
  const { add, load, store, vcc, waitLoads } = getDialect(gfx, wave);
  const { INPUTS, OUTPUT, CLAMPS_COLOUR, VERTICES } = VERTEX_SCALARS;
  const descriptor = (first: number): string => `s[${first}:${first + 3}]`;
  // On GFX11 and later, parameters are kept in memory, and there is no export target for them.
  const parameters = !factsOf(gfx).exportsParameters
    ? ''
    : `\n  ${formatExport(gfx, 'param0', 'v5, v5, v5, v5', { isLast: false })}`;
  return `${divisors.map((divisor, input) => emitInputAddress(add, input, divisor)).join('')}
  ${load('v4', 'v2', { descriptor: descriptor(INPUTS[0]), bits: '' })}
  ${load('v5', 'v3', { descriptor: descriptor(INPUTS[1]), bits: '' })}
  ${waitLoads}
  v_max_f32_e32 v6, 0, v5
  v_min_f32_e32 v6, 1.0, v6
  v_mov_b32_e32 v7, s${CLAMPS_COLOUR}
  v_cmp_ne_u32_e32 ${vcc}, 0, v7
  v_cndmask_b32_e32 v5, v5, v6, ${vcc}
  v_mul_lo_u32 v7, v1, s${VERTICES}
  ${add} v7, v7, v0
  v_lshlrev_b32_e32 v7, 3, v7
  ${store('v4', 'v7', { descriptor: descriptor(OUTPUT), bits: '' })}
  ${store('v5', 'v7', { descriptor: descriptor(OUTPUT), offset: 4, bits: '' })}${parameters}
  ${formatExport(gfx, 'pos0', 'v4, v4, v5, v5', { isLast: true, marksLanes: false })}
  s_endpgm`;
}

/** Emits code that computes the byte offset in an input with four bytes per vertex. */
function emitInputAddress(add: string, input: number, divisor: number): string {
  const address = `v${2 + input}`;
  const { BASE_VERTEX, START_INSTANCE, RECIPROCALS } = VERTEX_SCALARS;
  const index =
    divisor === 0
      ? `
  ${add} ${address}, s${BASE_VERTEX}, v0`
      : divisor === 1
        ? `
  ${add} ${address}, s${START_INSTANCE}, v1`
        : `
  v_mul_hi_u32 ${address}, v1, s${RECIPROCALS[input]}
  ${add} ${address}, s${START_INSTANCE}, ${address}`;
  return `${index}
  v_lshlrev_b32_e32 ${address}, 2, ${address}`;
}
