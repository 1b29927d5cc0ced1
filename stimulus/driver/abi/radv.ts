import { RINGS_LOW, WINDOW } from '../addresses.js';
import { createDriverObject, type DriverAbi, getSamplePositionWords } from './driver-abi.js';

/**
 * The descriptor bits above the scratch base in the driver's table: SWIZZLE_ENABLE, and a stride of 0. Programs that
 * only need the 48-bit address add 0x7fff0000 to this word, which sets its upper half to 0xffff (ACO).
 */
const DESCRIPTOR_BITS = 0x80000000;

/**
 * The byte offset of the sample positions in the table, after eleven ring descriptors (Mesa,
 * RING_PS_SAMPLE_POSITIONS).
 */
const SAMPLES_OFFSET = 0xb0;

/**
 * The byte offset of the cache line that contains the sample positions. Memory objects are aligned to cache lines, so
 * the object starts here.
 */
const SAMPLES_LINE_OFFSET = 0x80;

/**
 * The ABI of RADV and of Mesa objects compiled by LLVM. `ring_offsets` is a full address: dwords 0 and 1 of its table
 * are the scratch base, and sample positions are pairs of floats starting at byte 0xb0, so those for four samples start
 * at 0xc8 (corpus README, `ring_offsets`).
 */
export const RADV: DriverAbi = {
  table: 'ring_offsets',
  window: WINDOW,
  upperWord: 0xffff8000,
  scratchTable: ({ scratch }) => {
    if (scratch === undefined) return [];
    const { address } = scratch;
    const base = [address % 2 ** 32, (Math.floor(address / 2 ** 32) + DESCRIPTOR_BITS) >>> 0];
    return [createDriverObject('rings', WINDOW + RINGS_LOW, base)];
  },
  sampleTable: () => {
    const padding = new Array<number>((SAMPLES_OFFSET - SAMPLES_LINE_OFFSET) / 4).fill(0);
    const words = [...padding, ...getSamplePositionWords()];
    return [createDriverObject('sample_positions', WINDOW + RINGS_LOW + SAMPLES_LINE_OFFSET, words)];
  },
};
