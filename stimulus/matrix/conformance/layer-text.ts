import type { Draw, Interlock } from '../../../transactions/index.js';
import { type Dialect, emitBitLoop, setScalars } from '../../dialect/index.js';
import { getMemoryNames } from '../../generator/registers.js';
import { CELL, emitPrimitive } from '../programs.js';

const { ancillary, coverage, position, primitive } = CELL;

/** The type of storage that the conformance test's shaders use. */
export type Resource = 'image' | 'ssbo';

/** The number of bits that all layers together set at a location. */
const LOCATION_BITS = 32;

/** One combination of the conformance test's parameters (scenarios.md 1). */
export interface LayerCase {
  readonly interlock: Interlock;
  readonly samples: Draw['samples'];
  /** Whether the shader runs once per sample, with a location for each. */
  readonly sampleShading: boolean;
  readonly discards: boolean;
  readonly resource: Resource;
}

/** Returns the number of bits that one layer sets at a location: one for each sample of the invocation. */
function getBitsPerLayer({ samples, sampleShading }: LayerCase): number {
  return sampleShading ? 1 : samples;
}

/** Returns the number of strip instances that the case draws. */
export function countLayers(layerCase: LayerCase): number {
  return LOCATION_BITS / getBitsPerLayer(layerCase);
}

export function getLocationsPerPixel({ samples, sampleShading }: LayerCase): number {
  return sampleShading ? samples : 1;
}

/** The first SGPR of an image's descriptor. */
const IMAGE_SGPR = 16;
/** The VGPR that holds a location's column. */
const COLUMN = 'v14';
/** The VGPR that holds a location's row. */
const ROW = 'v15';

/** The VGPR that holds a location's byte offset in a buffer. */
const OFFSET = 'v5';

/**
 * Emits accesses to the location at `COLUMN` and `ROW`, with the generation's coherence bits: their setup, a load into
 * v8, and a store of v8.
 */
function emitLocationAccess(resource: Resource, dialect: Dialect, descriptor: readonly number[]) {
  const { gfx, add, load, store, loadBits, storeBits, texel } = dialect;
  if (resource === 'image') {
    const operands = `v8, ${texel(14)}, s[${IMAGE_SGPR}:${IMAGE_SGPR + 7}] ${getMemoryNames(gfx).image}`;
    return {
      setup: setScalars(IMAGE_SGPR, descriptor),
      load: `image_load ${operands} ${loadBits}`,
      store: `image_store ${operands} ${storeBits}`,
    };
  }
  // s4 is the number of locations per row.
  return {
    setup: `
  v_mul_lo_u32 ${OFFSET}, ${ROW}, s4
  ${add} ${OFFSET}, ${OFFSET}, ${COLUMN}
  v_lshlrev_b32_e32 ${OFFSET}, 2, ${OFFSET}`,
    load: load('v8', OFFSET),
    store: store('v8', OFFSET),
  };
}

/** The bit offset and width of the sample number in the ancillary input. */
const SAMPLE_ID = '8, 4';

/**
 * Emits the conformance test's shader (scenarios.md 1). The shader reads its location, clears the value in ordered
 * modes unless all of the previous layers' bits are set, adds its own bits, and stores the result. If discards are
 * enabled, fragments with odd x are discarded: in the top quarter of the area, before the section; elsewhere, inside
 * it. The remaining fragments are discarded after the section, so every wave ends with a discard.
 */
export function emitConformanceLayer(
  layerCase: LayerCase,
  dialect: Dialect,
  size: number,
  descriptor: readonly number[],
): string {
  const { interlock, discards, resource } = layerCase;
  const access = emitLocationAccess(resource, dialect, descriptor);
  return `
  ${emitPrimitive(dialect)}
  ${emitLocation(layerCase, dialect)}
  v_mov_b32_e32 v12, 1
  v_mul_u32_u24_e32 v11, ${getBitsPerLayer(layerCase)}, ${primitive}
  v_lshlrev_b32_e32 v10, v11, ${layerCase.sampleShading ? 'v12' : coverage}
  v_lshlrev_b32_e32 v13, v11, v12
  ${dialect.add} v13, -1, v13
  ${access.setup}
  ${discards ? emitDiscardBefore(dialect, size) : ''}
  ${dialect.entry}
  ${access.load}
  ${dialect.waitLoads}
  ${interlock.endsWith('-ordered') ? emitClear(dialect) : ''}
  v_or_b32_e32 v8, v8, v10
  ${discards ? emitDiscardInside(dialect) : ''}
  ${access.store}
  ${dialect.waitStores}
  ${dialect.doneMessage}
  ${discards ? `s_mov_${dialect.mask} ${dialect.exec}, 0` : ''}
  ${dialect.waveEnd}`;
}

/** Emits code that computes the location's column and row, and the pixel's column in v9. */
function emitLocation(layerCase: LayerCase, { add }: Dialect): string {
  const pixel = `
  v_lshrrev_b32_e32 ${ROW}, 16, ${position}
  v_and_b32_e32 v9, 0xffff, ${position}`;
  if (!layerCase.sampleShading) return `${pixel}\n  v_mov_b32_e32 ${COLUMN}, v9`;
  return `${pixel}
  v_bfe_u32 v7, ${ancillary}, ${SAMPLE_ID}
  v_lshlrev_b32_e32 ${COLUMN}, ${31 - Math.clz32(layerCase.samples)}, v9
  ${add} ${COLUMN}, ${COLUMN}, v7`;
}

/** Emits code that sets v8 to 0 if an earlier layer's bit is missing. */
function emitClear({ vcc }: Dialect): string {
  return `
  v_and_b32_e32 v7, v8, v13
  v_cmp_eq_u32_e32 ${vcc}, v7, v13
  v_cndmask_b32_e32 v8, 0, v8, ${vcc}`;
}

/**
 * Emits the discard before the section, before the packer is set. Lanes in even columns or below the top quarter
 * continue.
 */
function emitDiscardBefore({ mask, exec, vcc, saved, waveEnd }: Dialect, size: number): string {
  return `
  v_and_b32_e32 v7, 1, v9
  v_cmp_eq_u32_e32 ${vcc}, 0, v7
  s_mov_${mask} ${saved}, ${vcc}
  v_cmp_le_u32_e32 ${vcc}, ${size / 4}, ${ROW}
  s_or_${mask} ${vcc}, ${vcc}, ${saved}
  s_and_${mask} ${exec}, ${exec}, ${vcc}
  s_cbranch_execnz kept
  ${waveEnd}
kept:`;
}

/**
 * Emits the discard inside the section. Lanes in even columns continue. A wave with no such lanes leaves the
 * section, since its reads are complete.
 */
function emitDiscardInside({ mask, exec, vcc, sectionEnd }: Dialect): string {
  return `
  v_and_b32_e32 v7, 1, v9
  v_cmp_eq_u32_e32 ${vcc}, 0, v7
  s_and_${mask} ${exec}, ${exec}, ${vcc}
  s_cbranch_execnz stored
  ${sectionEnd}
stored:`;
}

/**
 * Emits a shader for coarse fragments with one location per 2x2 block of pixels, in which each of eight layers sets four
 * bits, one per pixel of a fragment.
 */
export function emitCoarseLayer(dialect: Dialect, descriptor: readonly number[]): string {
  const access = emitLocationAccess('ssbo', dialect, descriptor);
  return `
  ${emitPrimitive(dialect)}
  v_lshrrev_b32_e32 ${ROW}, 17, ${position}
  v_bfe_u32 ${COLUMN}, ${position}, 1, 15
  v_lshlrev_b32_e32 v11, 2, ${primitive}
  v_lshlrev_b32_e32 v10, v11, ${coverage}
  ${access.setup}
  ${dialect.entry}
  ${access.load}
  ${dialect.waitLoads}
  v_or_b32_e32 v8, v8, v10
  ${access.store}
  ${dialect.exit}`;
}

/** Emits a shader for 2x2-pixel fragments that update the locations of their covered pixels one by one. */
export function emitFineLayer(dialect: Dialect, descriptor: readonly number[]): string {
  const { add, mask, exec, saved } = dialect;
  const access = emitLocationAccess('ssbo', dialect, descriptor);
  const body = `
  v_lshrrev_b32_e32 ${ROW}, 16, ${position}
  v_and_b32_e32 ${COLUMN}, 0xffff, ${position}
  v_lshrrev_b32_e32 v7, 1, v9
  ${add} ${ROW}, ${ROW}, v7
  v_and_b32_e32 v7, 1, v9
  ${add} ${COLUMN}, ${COLUMN}, v7
  ${access.setup}
  ${access.load}
  ${dialect.waitLoads}
  ${emitClear(dialect)}
  v_or_b32_e32 v8, v8, v10
  ${access.store}`;
  return `
  ${emitPrimitive(dialect)}
  v_mov_b32_e32 v12, 1
  v_lshlrev_b32_e32 v10, ${primitive}, v12
  ${add} v13, -1, v10
  s_mov_${mask} ${saved}, ${exec}
  ${dialect.entry}
  ${emitBitLoop(dialect, { label: 'pixel', bits: coverage, index: 'v9', scratch: 'v7' }, body)}
  s_mov_${mask} ${exec}, ${saved}
  ${dialect.exit}`;
}
