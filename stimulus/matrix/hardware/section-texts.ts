import type { Gfx, WaveSize } from '../../../arch/index.js';
import { type Dialect, dialectOf, endText, entryText, exitText, leaveText } from '../../dialect/index.js';
import { foldText, primitiveAndOffsetText } from '../fold-text.js';
import { REGISTERS } from '../shader.js';

const { offset, primitive } = REGISTERS;

/** Emits a shader that has no section and accesses no ordered memory. */
export function plainText(gfx: Gfx, wave: WaveSize): string {
  return `${primitiveAndOffsetText(gfx, dialectOf(gfx, wave))}${leaveText(gfx)}`;
}

/** Emits a section that adds up primitive numbers, so its result does not depend on the order. */
export function sumText(gfx: Gfx, wave: WaveSize): string {
  const dialect = dialectOf(gfx, wave);
  const { add, load, store, waitLoads } = dialect;
  return `${primitiveAndOffsetText(gfx, dialect)}${entryText(gfx)}
  ${load('v8', offset)}
  ${waitLoads}
  ${add} v8, v8, ${primitive}
  ${store('v8', offset)}${exitText(gfx, dialect)}`;
}

/** The low bits of the primitive number that make a lane leave the fold before or inside the section. */
export const LEAVE_BITS = { before: 1, inside: 2, mask: 3 } as const;

/** Emits a fold whose lanes leave before or inside the section. If all do, the wave continues with no active lanes. */
export function earlyLeaveText(gfx: Gfx, wave: WaveSize): string {
  const dialect = dialectOf(gfx, wave);
  return `${primitiveAndOffsetText(gfx, dialect)}${leaveLanes(dialect, LEAVE_BITS.before)}${entryText(gfx)}${foldText(
    dialect,
    leaveLanes(dialect, LEAVE_BITS.inside),
  )}${exitText(gfx, dialect)}`;
}

function leaveLanes({ mask, exec, vcc }: Dialect, pattern: number): string {
  return `
  v_and_b32_e32 v7, ${LEAVE_BITS.mask}, ${primitive}
  v_cmp_ne_u32_e32 ${vcc}, ${pattern}, v7
  s_and_${mask} ${exec}, ${exec}, ${vcc}`;
}

/** Emits a fold with additional instructions; `before` and `inside` must be whole lines. */
export function extendedFoldText(
  gfx: Gfx,
  wave: WaveSize,
  lines: { before?: string; inside?: string },
): string {
  const dialect = dialectOf(gfx, wave);
  const { before = '', inside = '' } = lines;
  return `${primitiveAndOffsetText(gfx, dialect)}${before}${entryText(gfx)}${foldText(dialect, inside)}
  ${dialect.waitStores}${endText(gfx)}`;
}
