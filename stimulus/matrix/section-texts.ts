import { getMnemonic } from '../../arch/index.js';
import type { Dialect, Emitter } from '../dialect/index.js';
import { emitBitLoop, formatEmptyExport, setScalars, waitFor } from '../dialect/index.js';
import { splitAddress } from '../driver/words.js';
import { FOLD_BUFFER } from './folds.js';
import { CELL, emitPrimitive, emitPrimitiveAndOffset, emitWordFold } from './programs.js';

const { coverage, offset, position, primitive } = CELL;

/** Emits a section around code that may access its pixel's word, after the code of `before`. */
export const emitSection =
  (emitBody: Emitter, before: Emitter = () => ''): Emitter =>
  (dialect) =>
    `
  ${emitPrimitiveAndOffset(dialect)}
  ${before(dialect)}
  ${dialect.entry}
  ${emitBody(dialect)}
  ${dialect.exit}`;

/** Emits a shader that has no section and accesses no ordered memory. */
export const emitSectionlessCell: Emitter = (dialect) =>
  `${emitPrimitiveAndOffset(dialect)}${dialect.waveEnd}`;

/** Emits a section that sums primitive numbers; the result does not depend on the order. */
export const emitSum = emitSection(
  ({ add, load, store, waitLoads }) => `
  ${load('v8', offset)}
  ${waitLoads}
  ${add} v8, v8, ${primitive}
  ${store('v8', offset)}`,
);

/** Values of the primitive number's low bits that make a lane drop out of the fold before or inside the section. */
export const DROPOUT_BITS = { before: 1, inside: 2, mask: 3 } as const;

/**
 * Emits a fold in which lanes drop out before or inside the section. If all of them drop out, the wave keeps running
 * with no active lanes.
 */
export const emitLaneDropout = emitSection(
  (dialect) => emitWordFold(dialect, emitDropout(dialect, DROPOUT_BITS.inside)),
  (dialect) => emitDropout(dialect, DROPOUT_BITS.before),
);

function emitDropout({ mask, exec, vcc }: Dialect, pattern: number): string {
  return `
  v_and_b32_e32 v7, ${DROPOUT_BITS.mask}, ${primitive}
  v_cmp_ne_u32_e32 ${vcc}, ${pattern}, v7
  s_and_${mask} ${exec}, ${exec}, ${vcc}`;
}

/** Emits a fold with additional instructions. */
export const emitExtendedFold = ({ before = '', inside = '' }): Emitter =>
  emitSection(
    (dialect) => emitWordFold(dialect, inside),
    () => before,
  );

/** Emits a fold that leaves its section through the combined exit. */
export const emitCombinedEnd: Emitter = (dialect) => `
  ${emitPrimitiveAndOffset(dialect)}
  ${dialect.entry}
  ${emitWordFold(dialect)}
  ${dialect.waitStores}
  ${formatEmptyExport(dialect.gfx)}
  s_endpgm_ordered_ps_done`;

/**
 * Emits a section whose fold stores and reloads its intermediate result. Only the first read and the last write have
 * coherence bits, since only these interact with other waves (S-104).
 */
export const emitFoldWithCoherentEnds = emitSection(
  ({ add, load, store, waitStores, waitLoads }) => `
  ${load('v8', offset)}
  ${waitLoads}
  v_mul_lo_u32 v8, v8, 31
  ${store('v8', offset, { bits: '' })}
  ${waitStores}
  ${load('v9', offset, { bits: '' })}
  ${waitLoads}
  ${add} v9, v9, ${primitive}
  ${store('v9', offset)}`,
);

/** Which operations are still outstanding at the end of a section: a vector load, a store, a scalar load, or all. */
export type OutstandingKind = 'vm' | 'vs' | 'lgkm' | 'mixed';

/**
 * Emits a section that leaves accesses outstanding on the given counters until its last wait, which is omitted if
 * `hasWait` is false. If the section ends with loads, a store precedes them, so that exiting too early conflicts with
 * other waves' writes.
 */
export const emitExitWait =
  (kind: OutstandingKind, hasWait: boolean): Emitter =>
  (dialect) => {
    const { gfx, load, loadBits, store, waitStores } = dialect;
    const isOutstanding = (counter: OutstandingKind): boolean => kind === counter || kind === 'mixed';
    const storeText = `\n  ${store(primitive, offset)}`;
    const scalar = getMnemonic('s_buffer_load_dword', gfx);
    return `
  ${emitPrimitiveAndOffset(dialect)}
  ${dialect.entry}
  ${isOutstanding('vs') ? '' : `${storeText}\n  ${waitStores}`}
  ${isOutstanding('lgkm') ? `${scalar} s13, s[0:3], 0x0 ${loadBits}` : ''}
  ${isOutstanding('vm') ? load('v8', offset) : ''}
  ${isOutstanding('vs') ? storeText : ''}
  ${hasWait ? `${waitFor(gfx, 'load', 'scalar')}\n  ${waitStores}` : ''}
  ${dialect.sectionEnd}`;
  };

/** How a section reads and writes its word. */
export type AccessKind = 'buffer' | 'global' | 'atomic' | 'lanes';

/** The SGPRs that hold the buffer's address. */
const BASE = 's[16:17]';

/** Emits sections that fold their words with one kind of access, and wait on that kind's counter (H16). */
export const ACCESS_KINDS: Readonly<Record<AccessKind, Emitter>> = {
  buffer: emitSection((dialect) => emitWordFold(dialect)),
  global: emitSection(({ gfx, add, loadBits, storeBits, waitLoads }) => {
    const [load, store] = ['global_load_dword', 'global_store_dword'].map((name) => getMnemonic(name, gfx));
    return `
  ${setScalars(16, splitAddress(FOLD_BUFFER.address))}
  ${load} v8, ${offset}, ${BASE} ${loadBits}
  ${waitLoads}
  v_mul_lo_u32 v8, v8, 31
  ${add} v8, v8, ${primitive}
  ${store} ${offset}, v8, ${BASE} ${storeBits}`;
  }),
  atomic: emitSection(
    ({ gfx, add, load, offen, waitLoads }) => `
  ${load('v8', offset)}
  ${waitLoads}
  v_mul_lo_u32 v8, v8, 31
  ${add} v8, v8, ${primitive}
  ${getMnemonic('buffer_atomic_swap', gfx)} v8, ${offset}, s[0:3], ${offen}`,
  ),
  lanes: emitSection((dialect) =>
    emitWordFold(
      dialect,
      `
  v_mbcnt_lo_u32_b32 v9, -1, 0
  v_mbcnt_hi_u32_b32 v9, -1, v9
  v_lshlrev_b32_e32 v9, 2, v9
  ds_bpermute_b32 v8, v9, v8
  ${dialect.waitLocal}`,
    ),
  ),
};

/**
 * Emits a section that folds its primitive into the word of each pixel that its fragment covers, one at a time.
 *
 * @param widthLog2 log2 of a coarse fragment's width in pixels
 */
export const emitFineFold =
  (widthLog2: number): Emitter =>
  (dialect) => {
    const { add, mask, exec, saved } = dialect;
    const body = `
  v_lshrrev_b32_e32 v10, 16, ${position}
  v_lshrrev_b32_e32 v7, ${widthLog2}, v9
  ${add} v10, v10, v7
  v_mul_lo_u32 ${offset}, v10, s4
  v_and_b32_e32 v10, 0xffff, ${position}
  v_and_b32_e32 v7, ${(1 << widthLog2) - 1}, v9
  ${add} v10, v10, v7
  ${add} ${offset}, ${offset}, v10
  v_lshlrev_b32_e32 ${offset}, 2, ${offset}
  ${emitWordFold(dialect)}`;
    return `
  ${emitPrimitive(dialect)}
  s_mov_${mask} ${saved}, ${exec}
  ${dialect.entry}
  ${emitBitLoop(dialect, { label: 'pixel', bits: coverage, index: 'v9', scratch: 'v7' }, body)}
  s_mov_${mask} ${exec}, ${saved}
  ${dialect.exit}`;
  };

/** Emits a sectionless shader that atomically increments its pixel's word. */
export const emitCount: Emitter = (dialect) => `
  ${emitPrimitiveAndOffset(dialect)}
  v_mov_b32_e32 v8, 1
  ${getMnemonic('buffer_atomic_add', dialect.gfx)} v8, ${offset}, s[0:3], ${dialect.offen}
  ${dialect.waveEnd}`;

/** Emits a shader without a section that stores the primitive's number in its pixel's word. */
export const emitStore: Emitter = (dialect) => `
  ${emitPrimitiveAndOffset(dialect)}
  ${dialect.store(primitive, offset)}
  ${dialect.waveEnd}`;

/** The first SGPR of the result buffer's descriptor. */
const RESULT_DESCRIPTOR = 16;

/**
 * Emits a section that only reads. After the section, the value is stored to the buffer with the given descriptor.
 * On GFX11 and later, the section lasts until the last export (S-092, S-142).
 */
export const emitReaderSection =
  (words: readonly number[]): Emitter =>
  (dialect) => {
    const { load, store, waitStores, waitLoads } = dialect;
    const descriptor = `s[${RESULT_DESCRIPTOR}:${RESULT_DESCRIPTOR + words.length - 1}]`;
    return `
  ${emitPrimitiveAndOffset(dialect)}
  ${setScalars(RESULT_DESCRIPTOR, words)}
  ${dialect.entry}
  ${load('v8', offset)}
  ${waitLoads}
  ${dialect.doneMessage}
  ${store('v8', offset, { descriptor })}
  ${waitStores}
  ${dialect.waveEnd}`;
  };

/** Emits a section that folds into one of two words. The primitive, rather than the pixel, selects the word. */
export const emitStructuredFold = emitExtendedFold({
  before: `
  v_and_b32_e32 ${offset}, 1, ${primitive}
  v_lshlrev_b32_e32 ${offset}, 2, ${offset}`,
});

/** Emits a section that folds into a word shared by neighbouring quads, which are not ordered (S-088). */
export const emitVoxelFold = emitExtendedFold({ before: `v_and_b32_e32 ${offset}, -9, ${offset}` });

/** Emits the fold without a section, for draws that are ordered by other means. */
export const emitUnsynchronisedFold: Emitter = (dialect) => `
  ${emitPrimitiveAndOffset(dialect)}
  ${emitWordFold(dialect)}
  ${dialect.waitStores}
  ${dialect.waveEnd}`;

/** Emits a fold for one primitive in four, in every fourth column. */
export const emitSparseFold: Emitter = (dialect) => {
  const { mask, exec, vcc, saved } = dialect;
  return `
  ${emitPrimitiveAndOffset(dialect)}
  v_or_b32_e32 v7, ${position}, ${primitive}
  v_and_b32_e32 v7, 3, v7
  v_cmp_eq_u32_e32 ${vcc}, 0, v7
  s_mov_${mask} ${saved}, ${exec}
  s_and_${mask} ${exec}, ${exec}, ${vcc}
  s_cbranch_execz merged
  ${dialect.entry}
  ${emitWordFold(dialect)}
merged:
  s_mov_${mask} ${exec}, ${saved}
  ${dialect.exit}`;
};
