import {
  encodeBufferDescriptor,
  factsOf,
  type Gfx,
  getGenerationEntry,
  getInstructionSet,
  globalShareBytes,
  type SinceGeneration,
} from '../../arch/index.js';
import type { ComputeWork, MemoryObject } from '../../transactions/index.js';
import { BARRIER, FACTOR } from '../background/group-text.js';
import { getMaxWavesPerGroup, pickAllocation } from '../background/pick-background.js';
import { setScalars } from '../dialect/index.js';
import { log2, splitAddress } from '../driver/words.js';
import { type MemoryPlace, plainBuffer, rawBufferDescriptor } from '../kit/draws.js';
import type { Test } from '../kit/test.js';
import { assembleSeparated } from '../programs/separate-hazards.js';
import { type Body, BYTES, type Frame, SCALAR, SCALARS, VECTOR, VECTORS } from './frame.js';
import { emitLineStores, emitOutstandingAccesses, emitSharedBytes, SHARED_BYTES } from './group-end.js';
import { pickOperandMemory } from './values.js';

/** The address of the first work's memory. Each work has `STRIDE` bytes, and its objects are `OBJECT_STRIDE` apart. */
const FIRST_ADDRESS = 0x7e_0000_0000;
const STRIDE = 0x100_0000;
const OBJECT_STRIDE = 0x10_0000;

/** The mapped bytes behind read-only memory, where its last record may be left. */
const BEHIND_INPUT = 64;

const MAX_GROUPS = 2;
const MAX_WAVES = 3;

/** The format of the descriptor for instructions that convert elements. */
const FORMAT = '32_32_32_32_UINT';

/** The register that holds the thread's number among all groups, and the one with the group's number. */
const THREAD = 10;
const GROUP = 34;

/** Returns the descriptor of a buffer with a format, checked like a raw one. */
export function encodeTyped(gfx: Gfx, buffer: Frame['buffer']): number[] {
  return encodeBufferDescriptor(gfx, { ...buffer, stride: 0, format: FORMAT });
}

/**
 * Picks a dispatch whose threads run the body on bytes of their own, then share others (`emitSharedBytes`), and its
 * memory, of which it writes `outputs`.
 */
export function pickDrawnWork(test: Test, index: number, hasGlobalShare: boolean, emitBody: Body) {
  const { stream, chip, wave, gfx, dialect } = test;
  const mode = !factsOf(gfx).hasWorkGroupProcessors || test.below(2) === 0 ? 'cu' : 'wgp';
  const waves = 1 + test.below(Math.min(MAX_WAVES, getMaxWavesPerGroup(test, mode)));
  const threads = waves * wave - test.pick([0, 0, 1, 5]);
  const groups = 1 + test.below(MAX_GROUPS);
  const count = threads * groups;
  const usesGlobal = hasGlobalShare && count * BYTES.GLOBAL <= globalShareBytes(gfx);
  const memory = createMemory(test, index, count, groups * waves * wave);
  const [output, input, scratch] = memory;
  const slots = waves * wave;
  const set = getInstructionSet(chip);
  const frame: Frame = {
    ...{ dialect, set, buffer: output! },
    isPrivate: true,
    // Where the hardware sets the scratch address, a program cannot.
    hasScratch: !factsOf(gfx).hardwareScratchBase,
    hasGlobalShare: usesGlobal,
    input: input!.address,
    barrier: getGenerationEntry(BARRIER, gfx),
  };
  const globalBytes = count * BYTES.GLOBAL;
  const isSplit = usesGlobal && 2 * globalBytes <= globalShareBytes(gfx);
  const partition = usesGlobal ? pickAllocation(stream, chip, globalBytes * (isSplit ? 2 : 1)) : 0;
  const shared = {
    ...{ thread: THREAD, threads, count },
    first: (count + 1) * BYTES.LANE,
    local: threads * BYTES.LOCAL,
  };
  const text = `${emitSetup(frame, memory, { threads, slots, partition, odd: isSplit ? globalBytes : 0 })}
  ${emitBody(stream, frame)}${emitLineStores(stream, frame)}
  ${emitSharedBytes(stream, frame, shared)}
  ${dialect.store(`v${VECTOR.SUM}`, `v${VECTOR.OFFSET}`)}${emitOutstandingAccesses(stream, frame)}
  s_endpgm`;
  const work: ComputeWork = {
    kind: 'compute',
    words: assembleSeparated(text, gfx, wave),
    userData: [],
    vectors: VECTORS,
    scalars: SCALARS,
    scratchWaves: 0,
    start: test.below(1000),
    interval: test.pick([1, 20, 400]),
    groups,
    groupSize: [threads, 1, 1],
    mode,
    localDwords: (threads * (BYTES.LOCAL + SHARED_BYTES)) / 4 + 4,
  };
  return { work, memory, outputs: [output!.name, scratch!.name] };
}

function createMemory(test: Test, index: number, threads: number, lanes: number): MemoryObject[] {
  const place = (name: string, object: number): MemoryPlace => ({
    name: `drawn ${name} ${index}`,
    address: FIRST_ADDRESS + index * STRIDE + object * OBJECT_STRIDE,
  });
  return [
    plainBuffer(place('output', 0), (threads + 1) * BYTES.LANE + SHARED_BYTES * threads + 16),
    plainBuffer(place('input', 1), BYTES.INPUT + BEHIND_INPUT, {
      initial: pickOperandMemory(test.stream),
    }),
    plainBuffer(place('scratch', 2), lanes * BYTES.SCRATCH),
  ];
}

/**
 * Emits code that sets the frame's registers. A group's waves have `slots` lanes; `partition` is the M0 value of the GDS
 * partition, and that of groups with odd numbers begins `odd` bytes later.
 */
function emitSetup(
  frame: Frame,
  [, input, scratch]: readonly MemoryObject[],
  { threads, slots, partition, odd }: Readonly<Record<'threads' | 'slots' | 'partition' | 'odd', number>>,
): string {
  const { dialect, buffer, hasScratch } = frame;
  const { gfx, add } = dialect;
  const { SUM, OFFSET, ADDRESS, LOCAL, GLOBAL } = VECTOR;
  return `${hasScratch ? emitScratchBase(gfx, scratch!.address, slots) : ''}
  s_mov_b32 s${GROUP}, s0
  s_and_b32 s${SCALAR.SCRATCH}, s0, 1
  s_mul_i32 s${SCALAR.SCRATCH}, s${SCALAR.SCRATCH}, 0x${(odd * 2 ** 16).toString(16)}
  s_add_u32 m0, s${SCALAR.SCRATCH}, 0x${(partition >>> 0).toString(16)}
  ${setScalars(SCALAR.BUFFER, rawBufferDescriptor(gfx, buffer.address, buffer.bytes))}
  ${setScalars(SCALAR.BASE, splitAddress(buffer.address))}
  ${setScalars(SCALAR.TYPED, encodeTyped(gfx, buffer))}
  ${setScalars(SCALAR.INPUT, rawBufferDescriptor(gfx, input!.address, BYTES.INPUT))}
  ${setScalars(SCALAR.INPUT_BASE, splitAddress(input!.address))}
  v_lshlrev_b32_e32 v${LOCAL}, ${log2(BYTES.LOCAL)}, v0
  s_mul_i32 s${GROUP}, s${GROUP}, ${threads}
  ${add} v${THREAD}, s${GROUP}, v0
  s_mov_b32 s${SCALAR.SCRATCH}, 0x${FACTOR.toString(16)}
  v_mul_lo_u32 v${SUM}, v${THREAD}, s${SCALAR.SCRATCH}
  v_lshlrev_b32_e32 v${OFFSET}, ${log2(BYTES.LANE)}, v${THREAD}
  ${add} v${OFFSET}, ${BYTES.LANE / 2}, v${OFFSET}
  ${add} v${ADDRESS}, s${SCALAR.BASE}, v${OFFSET}
  v_mov_b32_e32 v${ADDRESS + 1}, s${SCALAR.BASE + 1}
  v_lshlrev_b32_e32 v${GLOBAL}, ${log2(BYTES.GLOBAL)}, v${THREAD}`;
}

/** The instructions that write both halves of the scratch address, apart from their source. */
const SCRATCH_REGISTERS: SinceGeneration<readonly [low: string, high: string]> = {
  gfx9: ['s_mov_b32 flat_scratch_lo', 's_mov_b32 flat_scratch_hi'],
  gfx10: ['s_setreg_b32 hwreg(HW_REG_FLAT_SCR_LO)', 's_setreg_b32 hwreg(HW_REG_FLAT_SCR_HI)'],
};

/**
 * Emits code that makes the wave's part of an object its scratch memory. It follows the parts of the `slots` lanes of each
 * earlier group and of those of the wave's own group.
 */
function emitScratchBase(gfx: Gfx, address: number, slots: number): string {
  const [low, high] = splitAddress(address);
  const [setLow, setHigh] = getGenerationEntry(SCRATCH_REGISTERS, gfx);
  return `
  v_readfirstlane_b32 s${SCALAR.SCRATCH}, v0
  s_mul_i32 s${SCALAR.SCRATCH + 1}, s0, ${slots}
  s_add_i32 s${SCALAR.SCRATCH}, s${SCALAR.SCRATCH}, s${SCALAR.SCRATCH + 1}
  s_mul_i32 s${SCALAR.SCRATCH}, s${SCALAR.SCRATCH}, ${BYTES.SCRATCH}
  s_add_u32 s${SCALAR.SCRATCH}, s${SCALAR.SCRATCH}, 0x${low.toString(16)}
  s_mov_b32 s${SCALAR.SCRATCH + 1}, 0x${high.toString(16)}
  ${setLow}, s${SCALAR.SCRATCH}
  ${setHigh}, s${SCALAR.SCRATCH + 1}`;
}
