import { factsOf, getGenerationEntry, type SinceGeneration } from '../../../arch/index.js';
import { RINGS_LOW } from '../addresses.js';
import { rawBufferDescriptor } from '../raw-buffer.js';
import { createDriverObject, type DriverAbi, getSamplePositionWords } from './driver-abi.js';

/** The table entry with the sample position descriptor; entries have four dwords (LLPC, SiDrvTableSamplepos). */
const SAMPLES_ENTRY = 12;
const ENTRY_BYTES = 16;

/** The byte offset of the sample position descriptor in the table. */
const SAMPLES_OFFSET = SAMPLES_ENTRY * ENTRY_BYTES;
/**
 * The byte offset of that descriptor's cache line, where the memory object starts, since objects are aligned to
 * cache lines.
 */
const SAMPLES_LINE_OFFSET = 0x80;
/** The low word of the sample positions' address. */
const POSITIONS_LOW = RINGS_LOW + 0x1000;

/** SWIZZLE_ENABLE with a stride of 0, in the second word. */
const LANES_INTERLEAVED = 0x80000000;

/**
 * The descriptor's last word. It uses the lane as the index, with 64 lanes per block; for wave32, compilers clear
 * one bit (LLVM, SIFrameLowering).
 */
const LAST_WORD: SinceGeneration<number> = {
  gfx9: 0x00e00000,
  gfx10: 0x31e16000,
};

/**
 * PAL's ABI as LLVM implements it. `global_table` is the low word of an address that shares its high word with the
 * code. Table entry 0 describes scratch memory on hardware that does not load the scratch base itself.
 */
export const PAL: DriverAbi = {
  table: 'global_table',
  mappedTable: 0x10000000,
  window: 0,
  upperWord: 0,
  scratchTable: ({ record: { gfx }, scratch }) => {
    if (scratch === undefined || factsOf(gfx).hardwareScratchBase) return [];
    const { address } = scratch;
    const upper = (Math.floor(address / 2 ** 32) + LANES_INTERLEAVED) >>> 0;
    return [
      createDriverObject('global_table', RINGS_LOW, [
        address % 2 ** 32,
        upper,
        0xffffffff,
        getGenerationEntry(LAST_WORD, gfx),
      ]),
    ];
  },
  sampleTable: ({ record: { gfx } }) => {
    const positions = createDriverObject('sample_positions', POSITIONS_LOW, getSamplePositionWords());
    const padding = new Array<number>((SAMPLES_OFFSET - SAMPLES_LINE_OFFSET) / 4).fill(0);
    const words = [...padding, ...rawBufferDescriptor(gfx, POSITIONS_LOW, positions.bytes)];
    return [createDriverObject('sample_table', RINGS_LOW + SAMPLES_LINE_OFFSET, words), positions];
  },
};
