import type { Gfx, WaveSize } from '../../../arch/index.js';
import { type Dialect, emitEnd, emitEntry, emitExit, emitWaveEnd, getDialect } from '../../dialect/index.js';
import { emitPrimitiveAndOffset, emitWordFold } from '../fold-text.js';
import { REGISTERS } from '../shader.js';

const { offset, primitive } = REGISTERS;

/** Emits a shader that has no section and accesses no ordered memory. */
export function emitShaderWithoutSection(gfx: Gfx, wave: WaveSize): string {
  return `${emitPrimitiveAndOffset(gfx, getDialect(gfx, wave))}${emitWaveEnd(gfx)}`;
}

/** Emits a section that sums primitive numbers; the result does not depend on the order. */
export function emitSum(gfx: Gfx, wave: WaveSize): string {
  const dialect = getDialect(gfx, wave);
  const { add, load, store, waitLoads } = dialect;
  return `${emitPrimitiveAndOffset(gfx, dialect)}${emitEntry(gfx)}
  ${load('v8', offset)}
  ${waitLoads}
  ${add} v8, v8, ${primitive}
  ${store('v8', offset)}${emitExit(gfx, dialect)}`;
}

/** Values of the primitive number's low bits that make a lane drop out of the fold before or inside the section. */
export const DROPOUT_BITS = { before: 1, inside: 2, mask: 3 } as const;

/**
 * Emits a fold in which lanes drop out before or inside the section. If all of them drop out, the wave keeps running
 * with no active lanes.
 */
export function emitLaneDropout(gfx: Gfx, wave: WaveSize): string {
  const dialect = getDialect(gfx, wave);
  return `${emitPrimitiveAndOffset(gfx, dialect)}${emitDropout(dialect, DROPOUT_BITS.before)}${emitEntry(gfx)}${emitWordFold(
    dialect,
    emitDropout(dialect, DROPOUT_BITS.inside),
  )}${emitExit(gfx, dialect)}`;
}

function emitDropout({ mask, exec, vcc }: Dialect, pattern: number): string {
  return `
  v_and_b32_e32 v7, ${DROPOUT_BITS.mask}, ${primitive}
  v_cmp_ne_u32_e32 ${vcc}, ${pattern}, v7
  s_and_${mask} ${exec}, ${exec}, ${vcc}`;
}

/** Emits a fold with additional instructions; `before` and `inside` must be complete lines. */
export function emitExtendedFold(
  gfx: Gfx,
  wave: WaveSize,
  lines: { before?: string; inside?: string },
): string {
  const dialect = getDialect(gfx, wave);
  const { before = '', inside = '' } = lines;
  return `${emitPrimitiveAndOffset(gfx, dialect)}${before}${emitEntry(gfx)}${emitWordFold(dialect, inside)}
  ${dialect.waitStores}${emitEnd(gfx)}`;
}
