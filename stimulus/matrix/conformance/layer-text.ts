import type { Gfx, WaveSize } from '../../../arch/index.js';
import {
  type Dialect,
  emitDoneMessage,
  emitEntry,
  emitFlatPrimitive,
  emitWaveEnd,
  getDialect,
} from '../../dialect/index.js';
import { REGISTERS } from '../shader.js';
import { COLUMN, emitLocationAccess, ROW } from './access-text.js';
import { getBitsPerLayer, getLocationGranularity, type LayerCase } from './layers.js';

const { ancillary, coverage, position, primitive } = REGISTERS;

/** The bit offset and width of the sample number in the ancillary input. */
const SAMPLE_ID = '8, 4';

/** The hardware, area size and storage that a layer's program targets. */
export interface LayerTarget {
  readonly gfx: Gfx;
  readonly wave: WaveSize;
  readonly size: number;
  readonly descriptor: readonly number[];
}

/**
 * Emits the conformance test's shader (scenarios.md 1). The shader reads its location, clears the value in ordered
 * modes unless all of the previous layers' bits are set, adds its own bits, and stores the result. If discards are
 * enabled, fragments with odd x are discarded: in the top quarter of the area, before the section; elsewhere, inside
 * it. The remaining fragments are discarded after the section, so every wave ends with a discard.
 */
export function emitConformanceLayer(
  layerCase: LayerCase,
  { gfx, wave, size, descriptor }: LayerTarget,
): string {
  const dialect = getDialect(gfx, wave);
  const { interlock, discards, resource } = layerCase;
  const access = emitLocationAccess(resource, gfx, dialect, descriptor);
  const isOrdered = interlock.endsWith('-ordered');
  return [
    emitFlatPrimitive(gfx, dialect, { value: primitive, loaded: 'v7' }),
    emitLocation(layerCase, dialect),
    emitBits(layerCase, dialect),
    access.setup,
    discards ? emitDiscardBefore(gfx, dialect, size) : '',
    emitEntry(gfx),
    access.load,
    `\n  ${dialect.waitLoads}`,
    isOrdered ? emitClear(dialect) : '',
    '\n  v_or_b32_e32 v8, v8, v10',
    discards ? emitDiscardInside(gfx, dialect) : '',
    access.store,
    `\n  ${dialect.waitStores}`,
    emitDoneMessage(gfx),
    discards ? `\n  s_mov_${dialect.mask} ${dialect.exec}, 0` : '',
    emitWaveEnd(gfx),
  ].join('');
}

/** Emits code that computes the location's column and row, and the pixel's column in v9. */
function emitLocation(layerCase: LayerCase, { add }: Dialect): string {
  const pixel = `
  v_lshrrev_b32_e32 ${ROW}, 16, ${position}
  v_and_b32_e32 v9, 0xffff, ${position}`;
  if (getLocationGranularity(layerCase) === 'pixel') return `${pixel}\n  v_mov_b32_e32 ${COLUMN}, v9`;
  return `${pixel}
  v_bfe_u32 v7, ${ancillary}, ${SAMPLE_ID}
  v_lshlrev_b32_e32 ${COLUMN}, ${31 - Math.clz32(layerCase.samples)}, v9
  ${add} ${COLUMN}, ${COLUMN}, v7`;
}

/** Emits code that puts the layer's bits into v10, and those of all earlier layers into v13. */
function emitBits(layerCase: LayerCase, { add }: Dialect): string {
  const ownBit = layerCase.sampleShading ? 'v12' : coverage;
  return `
  v_mov_b32_e32 v12, 1
  v_mul_u32_u24_e32 v11, ${getBitsPerLayer(layerCase)}, ${primitive}
  v_lshlrev_b32_e32 v10, v11, ${ownBit}
  v_lshlrev_b32_e32 v13, v11, v12
  ${add} v13, -1, v13`;
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
function emitDiscardBefore(gfx: Gfx, { mask, exec, vcc, saved }: Dialect, size: number): string {
  return `
  v_and_b32_e32 v7, 1, v9
  v_cmp_eq_u32_e32 ${vcc}, 0, v7
  s_mov_${mask} ${saved}, ${vcc}
  v_cmp_le_u32_e32 ${vcc}, ${size / 4}, ${ROW}
  s_or_${mask} ${vcc}, ${vcc}, ${saved}
  s_and_${mask} ${exec}, ${exec}, ${vcc}
  s_cbranch_execnz kept${emitWaveEnd(gfx)}
kept:`;
}

/**
 * Emits the discard inside the section. Lanes in even columns continue. A wave with no such lanes leaves the
 * section, since its reads are complete.
 */
function emitDiscardInside(gfx: Gfx, { mask, exec, vcc }: Dialect): string {
  return `
  v_and_b32_e32 v7, 1, v9
  v_cmp_eq_u32_e32 ${vcc}, 0, v7
  s_and_${mask} ${exec}, ${exec}, ${vcc}
  s_cbranch_execnz stored${emitDoneMessage(gfx)}${emitWaveEnd(gfx)}
stored:`;
}
