import type { Gfx, WaveSize } from '../../../arch/index.js';
import {
  type BufferTarget,
  type Dialect,
  emitDoneMessage,
  emitEntry,
  emitFlatPrimitive,
  emitWaveEnd,
  getDialect,
} from '../../dialect/index.js';
import { REGISTERS } from '../shader.js';

const { ancillary, coverage, offset, position, primitive } = REGISTERS;

/** The number of slots per location. */
export const SLOTS = 4;

/** The number of fragments that a location's tail can store. */
export const TAIL_SLOTS = 4;
/** The number of words per location: the count, the slots, and then the evicted fragments in eviction order. */
export const LOCATION_WORDS = 16;
const FIRST_SLOT = 4;
export const FIRST_TAIL = FIRST_SLOT + SLOTS;

/** The lowest bit of the depth in a fragment's key; the coverage bits are below it. */
const DEPTH_SHIFT = 8;

/** The factor that spreads fragment numbers over depths. It is odd, so no two depths are equal. */
const DEPTH_FACTOR = 37;

/** The options of the A-buffer shader. */
export interface AbufferOptions {
  /** Whether there is one location per sample. */
  readonly perSample: boolean;
  readonly samples: number;
  /** Whether a depth comparison before the body rejects fragments for which `passesDepthTest` is false. */
  readonly hasDepthCompare: boolean;
  /**
   * The descriptor of a separate buffer for the tail, which is then stored after the section. By default, the tail is
   * stored inside the section.
   */
  readonly tail?: readonly number[];
}

/** The VGPR that holds an address, and a word's location relative to it. */
type Word = readonly [address: string, location: BufferTarget];

/** The first SGPR of the tail's descriptor. */
const TAIL_DESCRIPTOR = 24;

/** Computes a fragment's key from its number and coverage. */
export function computeFragmentKey(number: number, samples: number): number {
  return (((Math.imul(number, DEPTH_FACTOR) & 0xff) << DEPTH_SHIFT) | samples) >>> 0;
}

/**
 * Emits the interlock shader for order-independent transparency (scenarios.md 4). The shader counts each fragment and
 * puts it in a free slot. If no slot is free, the new fragment replaces the furthest one, provided it is nearer.
 * Whichever of the two loses out goes to the tail.
 */
export function emitAbufferShader(options: AbufferOptions, gfx: Gfx, wave: WaveSize): string {
  const dialect = getDialect(gfx, wave);
  const { add, andNot, mask, exec, vcc, load, store, waitLoads, waitStores } = dialect;
  const read = (register: string, source: Word): string => `\n  ${load(register, ...source)}\n  ${waitLoads}`;
  const write = (value: string, target: Word): string => `\n  ${store(value, ...target)}`;
  const word = (address: string, index: number): Word => [address, { offset: 4 * index }];
  const [body, full, evicting] = wave === 64 ? ['s[16:17]', 's[18:19]', 's[20:21]'] : ['s16', 's18', 's20'];
  const { tail } = options;
  const tailSetup =
    tail === undefined
      ? ''
      : `${tail.map((word, i) => `\n  s_mov_b32 s${TAIL_DESCRIPTOR + i}, 0x${(word >>> 0).toString(16)}`).join('')}
  s_mov_${mask} ${evicting}, 0`;
  const descriptor = `s[${TAIL_DESCRIPTOR}:${TAIL_DESCRIPTOR + 3}]`;
  const tailWord: Word = ['v12', { descriptor, offset: 4 * FIRST_SLOT }];
  const tailStore =
    tail === undefined
      ? ''
      : `
  s_mov_${mask} ${exec}, ${evicting}${write('v15', tailWord)}
  ${waitStores}
  s_mov_${mask} ${exec}, ${body}`;
  return `${emitFlatPrimitive(gfx, dialect, { value: primitive, loaded: 'v7' })}${emitLocation(options, dialect)}
  v_mul_u32_u24_e32 v9, ${DEPTH_FACTOR}, ${primitive}
  v_and_b32_e32 v9, 0xff, v9
  v_lshl_or_b32 v9, v9, ${DEPTH_SHIFT}, ${coverage}${tailSetup}${emitEntry(gfx)}
  s_mov_${mask} ${body}, ${exec}${options.hasDepthCompare ? emitDepthCompare(dialect) : ''}
  s_cbranch_execz empty${read('v10', word(offset, 0))}
  ${add} v11, 1, v10${write('v11', word(offset, 0))}
  v_lshl_add_u32 v12, v10, 2, ${offset}
  s_mov_${mask} ${full}, ${exec}
  v_cmp_gt_u32_e32 ${vcc}, ${SLOTS}, v10
  s_and_${mask} ${exec}, ${exec}, ${vcc}${write('v9', word('v12', FIRST_SLOT))}
  ${andNot}_${mask} ${exec}, ${full}, ${exec}
  s_cbranch_execz empty${emitFurthestSearch(read, word, dialect)}
  v_cmp_gt_u32_e32 ${vcc}, v13, v9
  v_cndmask_b32_e32 v15, v9, v13, ${vcc}
  s_mov_${mask} ${full}, ${exec}
  s_and_${mask} ${exec}, ${exec}, ${vcc}${write('v9', word('v14', FIRST_SLOT))}
  s_mov_${mask} ${exec}, ${full}${tail === undefined ? write('v15', word('v12', FIRST_SLOT)) : `\n  s_mov_${mask} ${evicting}, ${exec}`}
empty:
  s_mov_${mask} ${exec}, ${body}
  ${waitStores}${emitDoneMessage(gfx)}${tailStore}${emitWaveEnd(gfx)}`;
}

/** Emits code that computes the byte offset of the pixel's or the sample's location. */
function emitLocation({ perSample, samples }: AbufferOptions, { add }: Dialect): string {
  const shift = 31 - Math.clz32(4 * LOCATION_WORDS);
  const pixel = `
  v_lshrrev_b32_e32 ${offset}, 16, ${position}
  v_and_b32_e32 v8, 0xffff, ${position}
  v_mul_lo_u32 ${offset}, ${offset}, s4
  ${add} ${offset}, ${offset}, v8`;
  if (!perSample) return `${pixel}\n  v_lshlrev_b32_e32 ${offset}, ${shift}, ${offset}`;
  return `${pixel}
  v_bfe_u32 v7, ${ancillary}, 8, 4
  v_lshlrev_b32_e32 ${offset}, ${31 - Math.clz32(samples)}, ${offset}
  ${add} ${offset}, ${offset}, v7
  v_lshlrev_b32_e32 ${offset}, ${shift}, ${offset}`;
}

/**
 * Returns whether a fragment passes the depth comparison: its number must not be a multiple of four, and must have the
 * same parity as its column.
 */
export function passesDepthTest(number: number, x: number): boolean {
  return number % 4 !== 0 && (number + x) % 2 === 0;
}

/** Emits the depth comparison. Only lanes whose fragment passes continue. Every fourth primitive fails in all lanes. */
function emitDepthCompare({ mask, exec, vcc }: Dialect): string {
  return `
  v_xor_b32_e32 v7, ${position}, ${primitive}
  v_and_b32_e32 v7, 1, v7
  v_cmp_eq_u32_e32 ${vcc}, 0, v7
  s_and_${mask} ${exec}, ${exec}, ${vcc}
  v_and_b32_e32 v7, 3, ${primitive}
  v_cmp_ne_u32_e32 ${vcc}, 0, v7
  s_and_${mask} ${exec}, ${exec}, ${vcc}`;
}

/**
 * Emits code that sets v13 to the furthest slot's key, and v14 to the location's offset plus that slot's offset
 * from the first slot.
 */
function emitFurthestSearch(
  read: (register: string, source: Word) => string,
  word: (address: string, index: number) => Word,
  { add, vcc }: Dialect,
): string {
  const first = `${read('v13', word(offset, FIRST_SLOT))}\n  v_mov_b32_e32 v14, ${offset}`;
  const others = Array.from({ length: SLOTS - 1 }, (_, i) => {
    const slot = i + 1;
    return `${read('v16', word(offset, FIRST_SLOT + slot))}
  ${add} v17, ${4 * slot}, ${offset}
  v_cmp_gt_u32_e32 ${vcc}, v16, v13
  v_cndmask_b32_e32 v13, v13, v16, ${vcc}
  v_cndmask_b32_e32 v14, v14, v17, ${vcc}`;
  });
  return [first, ...others].join('');
}
