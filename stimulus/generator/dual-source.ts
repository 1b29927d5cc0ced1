import { formatExport } from '../dialect/index.js';
import type { Emission } from './emission.js';
import { getScalarNames, VECTOR } from './registers.js';

/** The mask of the even-numbered lanes, for one scalar register. */
const EVEN_LANES = '0x55555555';

/**
 * Emits the two exports that pass both blend sources on GFX11 and later. The first export is for the even lanes: each
 * even lane passes its own first source, and the adjacent odd lane passes its second. The second export does the
 * same for the odd lanes (corpus README, "Exports"). Both lanes of a pair must hold their values, even if one of them
 * is inactive.
 *
 * @param first registers of the first source, one per operand of the export
 * @param second registers of the second source, which must differ from those in `first`
 */
export function emitDualSourceExports(
  { gfx, wave, dialect }: Emission,
  first: readonly string[],
  second: readonly string[],
): string {
  const { lanes } = getScalarNames(wave);
  const { x: partnerSecond, y: partnerFirst } = VECTOR;
  const evenLanes =
    wave === 64
      ? `
  s_mov_b32 vcc_lo, ${EVEN_LANES}
  s_mov_b32 vcc_hi, ${EVEN_LANES}`
      : `
  s_mov_b32 vcc_lo, ${EVEN_LANES}`;
  const swaps = first.map(
    (source, i) => `
  v_mov_b32_dpp ${partnerSecond}, ${second[i]} quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
  v_mov_b32_dpp ${partnerFirst}, ${source} quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
  v_cndmask_b32_e32 ${source}, ${partnerSecond}, ${source}, ${dialect.vcc}
  v_cndmask_b32_e32 ${second[i]}, ${second[i]}, ${partnerFirst}, ${dialect.vcc}`,
  );
  return `
  s_mov_${dialect.mask} ${lanes}, ${dialect.exec}${evenLanes}
  s_wqm_${dialect.mask} ${dialect.exec}, ${dialect.exec}${swaps.join('')}
  s_mov_${dialect.mask} ${dialect.exec}, ${lanes}
  ${formatExport(gfx, 'dual_src_blend0', formatOperands(first), { isLast: false })}
  ${formatExport(gfx, 'dual_src_blend1', formatOperands(second), { isLast: true })}`;
}

function formatOperands(registers: readonly string[]): string {
  return Array.from({ length: 4 }, (_, i) => registers[i] ?? 'off').join(', ');
}
