import { RINGS_LOW, WINDOW } from '../places.js';
import { type DriverAbi, driverObject, samplePositionWords } from './driver-abi.js';

/**
 * SWIZZLE_ENABLE, which the driver's table has above the private memory's base, with a stride of 0. Programs that want the
 * address alone put 0xffff into its upper half with one addition of 0x7fff0000, and an address has 48 bits of that (ACO).
 */
const DESCRIPTOR_BITS = 0x80000000;

/** Byte of the sample positions in the table, after eleven ring descriptors (Mesa, RING_PS_SAMPLE_POSITIONS). */
const SAMPLES_AT = 0xb0;

/** Objects begin on lines of their own: the line of the table in which the positions begin. */
const LINE_OF_SAMPLES = 0x80;

/**
 * RADV, and Mesa objects of LLVM: `ring_offsets` is a full address. Dwords 0 and 1 of the table are the base of the private memory; positions
 * of samples are pairs of floats from byte 0xb0 on, so that those of four samples begin at 0xc8 (corpus README,
 * `ring_offsets`).
 */
export const RADV: DriverAbi = {
  table: 'ring_offsets',
  window: WINDOW,
  upperWord: 0xffff8000,
  scratchTable: ({ scratch }) => {
    if (scratch === undefined) return [];
    const { address } = scratch;
    const base = [address % 2 ** 32, (Math.floor(address / 2 ** 32) + DESCRIPTOR_BITS) >>> 0];
    return [driverObject('rings', WINDOW + RINGS_LOW, base)];
  },
  sampleTable: () => {
    const rings = new Array<number>((SAMPLES_AT - LINE_OF_SAMPLES) / 4).fill(0);
    const words = [...rings, ...samplePositionWords()];
    return [driverObject('sample_positions', WINDOW + RINGS_LOW + LINE_OF_SAMPLES, words)];
  },
};
