import type { WaveSize } from '../../arch/index.js';
import { type Dialect, emitBitLoop, emitFlatPrimitive, emitFold, emitPixelIndex } from '../dialect/index.js';

/** How a program determines a layer's lanes. */
export type LayerMask =
  /** Scans the quad mask bit by bit, after masking off the bits above the quads (S-064). */
  | 'masked-quads'
  /** Expands each bit of the quad mask to one bit per lane, which drops the bits above the quads (S-065). */
  | 'expanded-lanes';

/** The unit that a section folds and that its interlock orders. Each pixel or sample has one word of memory. */
export type FoldUnit = 'pixels' | 'samples';

/** Log2 of the number of bytes per pixel: one word per pixel, or one for each of eight samples. */
export const PIXEL_SHIFTS: Readonly<Record<FoldUnit, number>> = { pixels: 2, samples: 5 };

/**
 * Emits a section that runs layer by layer, since lanes of the same wave may overlap. Each set bit of the intrawave
 * argument starts a layer at that quad, and a layer's accesses complete before the next layer starts (S-061 to S-067).
 * The section folds the primitive into its pixel's word, or into the words of its covered samples: word * 31 +
 * primitive + 1.
 *
 * Initial registers: s[0:3] buffer descriptor, s4 width in pixels, s5 prim mask, s6 collision argument, s7 intrawave
 * argument; v[0:1] barycentrics, v2 sample coverage, v3 pixel position.
 */
export function emitIntrawaveProgram(dialect: Dialect, mask: LayerMask, foldUnit: FoldUnit): string {
  const { add, wave, mask: maskType, exec, saved } = dialect;
  return `
  ${SETUPS[mask](wave)}
  ${emitFlatPrimitive(dialect)}
  ${emitPixelIndex(dialect, 'v3', 'v4', 'v3')}
  v_lshlrev_b32_e32 v3, ${PIXEL_SHIFTS[foldUnit]}, v3
  ${add} v1, 1, v1
  s_mov_${maskType} ${saved}, ${exec}
  s_mov_b32 s13, 0
  ${dialect.entry}
${LOOPS[mask](dialect, emitLayer(dialect, foldUnit))}
leave:
  s_mov_${maskType} ${exec}, ${saved}
  ${dialect.sectionEnd}`;
}

/**
 * Code that computes the loop's initial mask: the bits that start another layer, one per quad in s12 or one per
 * lane in s[20:21] (s20 in wave32). Quad 0 starts the first layer regardless of bit 0 (pops.md 5.2).
 */
const SETUPS: Readonly<Record<LayerMask, (wave: WaveSize) => string>> = {
  'masked-quads': (wave) => `
  s_and_b32 s12, s7, ${wave === 64 ? '0xfffe' : '0xfe'}`,
  'expanded-lanes': () => `
  s_bitreplicate_b64_b32 s[20:21], s7
  s_bitreplicate_b64_b32 s[20:21], s20
  s_and_b32 s20, s20, 0xfffffff0`,
};

const LOOPS: Readonly<Record<LayerMask, (dialect: Dialect, layer: string) => string>> = {
  'masked-quads': emitQuadLoop,
  'expanded-lanes': emitLaneLoop,
};

/** Returns the SGPRs or SGPR pairs that hold the current layer's lanes, and those of all later layers. */
function getLaneRegisters(wave: WaveSize): { readonly lanes: string; readonly later: string } {
  return wave === 64 ? { lanes: 's[16:17]', later: 's[18:19]' } : { lanes: 's16', later: 's18' };
}

/** Emits a layer's accesses, with only its lanes enabled. A layer with no active lanes skips them. */
function emitLayer(dialect: Dialect, foldUnit: FoldUnit): string {
  const { mask, exec, waitStores } = dialect;
  const fold = { word: 'v4', address: 'v3', value: 'v1' };
  return `  s_bcnt1_i32_${mask} s15, ${exec}
  s_cmp_eq_u32 s15, 0
  s_cbranch_scc1 layer_done
  ${foldUnit === 'pixels' ? emitFold(dialect, fold) : emitSampleFolds(dialect)}
  ${waitStores}
layer_done:`;
}

/** Emits code that folds the primitive into each covered sample. */
function emitSampleFolds(dialect: Dialect): string {
  return `
  v_mov_b32_e32 v5, v2
  ${emitBitLoop(
    dialect,
    { label: 'sample', bits: 'v5', index: 'v4' },
    `
  v_lshl_add_u32 v6, v4, 2, v3
  ${emitFold(dialect, { word: 'v7', address: 'v6', value: 'v1' })}`,
  )}`;
}

function emitQuadLoop({ mask, exec, saved, wave }: Dialect, layer: string): string {
  const { lanes, later } = getLaneRegisters(wave);
  return `layer:
  s_lshl_${mask} ${lanes}, -1, s13
  s_ff1_i32_b32 s14, s12
  s_lshl_b32 s13, s14, 2
  s_cmp_eq_u32 s12, 0
  s_cbranch_scc1 last
  s_lshl_${mask} ${later}, -1, s13
  s_andn2_${mask} ${lanes}, ${lanes}, ${later}
last:
  s_and_${mask} ${exec}, ${saved}, ${lanes}
${layer}
  s_sub_u32 s14, s12, 1
  s_cmp_eq_u32 s12, 0
  s_cbranch_scc1 leave
  s_and_b32 s12, s12, s14
  s_branch layer`;
}

/**
 * Emits the loop over layers, using a mask with one bit per lane. Find-first-one returns the first lane of the next
 * layer, and that lane's quad is then cleared. s13 is -1 when no layers remain.
 */
function emitLaneLoop({ mask, exec, saved, wave }: Dialect, layer: string): string {
  const { lanes, later } = getLaneRegisters(wave);
  const pending = wave === 64 ? 's[20:21]' : 's20';
  return `layer:
  s_lshl_${mask} ${lanes}, -1, s13
  s_ff1_i32_${mask} s13, ${pending}
  s_cmp_eq_u32 s13, -1
  s_cbranch_scc1 last
  s_lshl_${mask} ${later}, -1, s13
  s_andn2_${mask} ${lanes}, ${lanes}, ${later}
  s_lshl_${mask} ${later}, 15, s13
  s_andn2_${mask} ${pending}, ${pending}, ${later}
last:
  s_and_${mask} ${exec}, ${saved}, ${lanes}
${layer}
  s_cmp_eq_u32 s13, -1
  s_cbranch_scc1 leave
  s_branch layer`;
}
