import {
  countAtomicValues,
  encodeBufferDescriptor,
  getGenerationEntry,
  getMnemonic,
  getName,
  hasMnemonic,
  type MemoryRow,
} from '../../arch/index.js';
import type { RandomStream } from '../../transactions/index.js';
import { NO_HAZARD_WAITS, scalars, setScalars, vectors, waitFor } from '../dialect/index.js';
import { log2 } from '../driver/words.js';
import { pick } from '../kit/chance.js';
import {
  countDwords,
  countRegisters,
  type DrawnAccess,
  emitAccess,
  formatPlain,
  getResultRegister,
  hasResult,
  pickLoadBits,
  waitForAccess,
} from './access-text.js';
import { emitAluStep } from './alu-step.js';
import {
  BYTES,
  emitInSomeLanes,
  emitMix,
  emitValue,
  type Frame,
  listVectors,
  SCALAR,
  VECTOR,
} from './frame.js';
import { pickImage } from './image-text.js';
import { waitForClasses } from './outstanding.js';
import { type DrawnSpace, listDrawnRows } from './rows.js';
import { pickAtomicValues, pickValue } from './values.js';

const MIN_STEPS = 4;
const EXTRA_STEPS = 7;

/** Bodies have fewer steps of arithmetic than this. */
const ALU_STEPS = 4;

/** The spaces in which addresses need no alignment, apart from those of atomics. */
const UNALIGNED: readonly DrawnSpace[] = ['buffer', 'global', 'flat', 'fill'];

/** The bytes of scratch memory that one access may not leave. */
const SCRATCH_CHUNK = 16;

/** The bytes that each lane has in a space; those of the others are the lane's part of the buffer. */
const SPACE_BYTES: Readonly<Partial<Record<DrawnSpace, number>>> = {
  lds: BYTES.LOCAL,
  gds: BYTES.GLOBAL,
};

/** Emits a body of accesses and arithmetic, each of which mixes its results into the sum. */
export function emitDrawnBody(stream: RandomStream, frame: Frame): string {
  const rows = listDrawnRows(frame);
  const accesses = MIN_STEPS + stream.below(EXTRA_STEPS);
  const count = accesses + stream.below(ALU_STEPS);
  return Array.from({ length: count }, () =>
    stream.below(count) < accesses ? emitAccessStep(stream, frame, rows) : emitAluStep(stream, frame),
  ).join('');
}

/**
 * Draws an access from the table (`listDrawnRows`): it sets the bytes that it accesses to a value of a random class,
 * runs in some of the lanes, and is awaited. What it returns, and what it leaves in memory, is mixed into the sum.
 */
export function emitAccessStep(stream: RandomStream, frame: Frame, drawn = listDrawnRows(frame)): string {
  const bySpace = [...drawn].map(([space, rows]) => rows.map((row) => ({ space, row })));
  // By instruction alone, spaces with few of them would be rare; by space alone, each atomic.
  const { space, row } = pick(stream, stream.below(3) === 0 ? pick(stream, bySpace) : bySpace.flat());
  const writesMode = stream.below(MODE_WRITE_ODDS) === 0;
  const write = writesMode ? `\n  s_setreg_imm32_b32 hwreg(HW_REG_MODE, ${pick(stream, MODE_FIELDS)}` : '';
  const { input } = frame;
  if (space !== 'buffer' || row.access !== 'load' || input === undefined || stream.below(RECORD_ODDS) > 0)
    return write + emitStep(stream, frame, row, space);
  const wide = drawn.get(space)!.filter(({ access, bytes }) => access === 'load' && bytes > 4);
  const loads = [row, pick(stream, wide), pick(stream, wide), pick(stream, wide)];
  return write + loads.map((load) => emitRecordStep(stream, frame, load, input)).join('');
}

/** One access in this many follows a write of fields of the mode register. */
const MODE_WRITE_ODDS = 12;

/** Fields beside those that select the packer on GFX9, with the values that they have already. */
const MODE_FIELDS = ['23, 1), 0', '26, 1), 0', '4, 4), 0xf'] as const;

function emitStep(stream: RandomStream, frame: Frame, drawn: MemoryRow, space: DrawnSpace): string {
  const { dialect } = frame;
  const bits = drawn.access === 'store' ? dialect.storeBits : pickLoadBits(stream, frame);
  const image = space === 'image' ? pickImage(stream, frame, drawn) : undefined;
  const row = image === undefined ? drawn : { ...drawn, bytes: image.texelBytes };
  const access: DrawnAccess = {
    ...{ row, space, bits },
    ...(image === undefined ? {} : { image }),
    offset: pickOffset(stream, row, space),
    returns: stream.below(2) === 0,
    ...(space === 'lds' && row.pairStep === undefined ? { skew: stream.below(Math.min(4, row.bytes)) } : {}),
    ...(space === 'gds' && stream.below(END_ODDS) === 0 ? { fromEnd: row.bytes - 4 } : {}),
  };
  if (space === 'scalar') return emitScalarStep(stream, frame, access);
  if (space === 'lanes' || space === 'streamout') return emitExchangeStep(stream, frame, access);
  return space === 'fill' ? emitFillStep(stream, frame, access) : emitMemoryStep(stream, frame, access);
}

/** One load of this many is of records, as are wide ones after it, and one GDS access of this many is at the end of the partition. */
const RECORD_ODDS = 2;
const END_ODDS = 4;

/** The bytes of a record, and the number of records in read-only memory. */
const RECORD_BYTES = 16;
const RECORDS = BYTES.INPUT / RECORD_BYTES;

/** By which bits the offsets of lanes differ. If none lies outside, loads of several dwords take a path of their own. */
const SPREADS = [0, 0, 0, 4, 2 * RECORD_BYTES - 4] as const;

/** Emits a load of which each lane's is in a record, across or past its end: one of the last of read-only memory or the next. */
function emitRecordStep(stream: RandomStream, frame: Frame, row: MemoryRow, address: number): string {
  const bits = pickLoadBits(stream, frame);
  const { gfx, offen, add } = frame.dialect;
  // Elements that are interleaved are dwords.
  const swizzle = row.bytes <= 4 && stream.below(2) === 0;
  const shape = { address, bytes: BYTES.INPUT, stride: RECORD_BYTES, swizzle };
  const data = vectors(VECTOR.RESULT, countDwords(row));
  const [index, offset] = listVectors(VECTOR.SCRATCH, 2);
  const sum = vectors(VECTOR.SUM);
  const access = { row, space: 'buffer', offset: 0, bits, returns: false } as const;
  return `
  ${setScalars(SCALAR.IMAGE, encodeBufferDescriptor(gfx, shape))}
  ${emitValue(VECTOR.RESULT, pickValue(stream, 4))}
  v_and_b32_e32 ${index}, ${pick(stream, [3, 3, 7])}, ${sum}
  ${add} ${index}, ${RECORDS - 4}, ${index}
  v_lshrrev_b32_e32 ${offset}, 3, ${sum}
  v_and_b32_e32 ${offset}, ${pick(stream, SPREADS)}, ${offset}
  ${add} ${offset}, ${4 * stream.below(5)}, ${offset}
  ${getName(row, gfx)} ${data}, ${vectors(VECTOR.SCRATCH, 2)}, ${scalars(SCALAR.IMAGE, 4)}, ${offen} idxen ${bits}
  ${waitForAccess(frame, access)}${emitMix(frame.dialect, listVectors(VECTOR.RESULT, countDwords(row)))}`;
}

/** The dwords of read-only memory, and those before and after its end where half of the scalar loads begin. */
const DWORDS = BYTES.INPUT / 4;
const NEAR_END = 32;
const PAST_END = 16;

/** Returns how many bytes an access touches, from a multiple of its alignment. */
function getSpan(row: MemoryRow, space: DrawnSpace): number {
  return space === 'typed' ? 16 : row.gathers === 'footprint' ? 2 * row.bytes : row.bytes;
}

/** Picks the offset of an access within the lane's bytes; often, it straddles the line that ends in their middle. */
function pickOffset(stream: RandomStream, row: MemoryRow, space: DrawnSpace): number {
  const bytes = getSpan(row, space);
  if (space === 'scalar')
    return (
      4 * (DWORDS + PAST_END - stream.below(PAST_END + pick(stream, [NEAR_END, DWORDS]))) + stream.below(4)
    );
  if (space === 'streamout') return 4 * stream.below(16);
  if (space === 'lanes') return 4 * stream.below(64);
  if (space === 'scratch')
    return (
      SCRATCH_CHUNK * stream.below(BYTES.SCRATCH / SCRATCH_CHUNK) + stream.below(SCRATCH_CHUNK - bytes + 1)
    );
  const isUnaligned = UNALIGNED.includes(space) && row.access !== 'atomic';
  const isTriple = row.bytes === 12 && space === 'lds' && row.access !== 'atomic';
  const aligned = space === 'typed' || isTriple ? 16 : row.bytes;
  const alignment = isUnaligned ? 1 : (row.pairStep ?? aligned);
  const end = SPACE_BYTES[space] ?? BYTES.LANE;
  const middle = BYTES.LANE / 2;
  const offset =
    end === BYTES.LANE && stream.below(3) === 0
      ? middle - stream.below(bytes + 1)
      : stream.below(end - bytes + 1);
  return offset - (offset % alignment);
}

/** Emits an access to the lane's own bytes, which are set before and read after it. */
function emitMemoryStep(stream: RandomStream, frame: Frame, access: DrawnAccess): string {
  const { row, space, offset } = access;
  const { dialect } = frame;
  const bytes = getSpan(row, space);
  const first = offset - (offset % 4);
  const count = Math.ceil((offset + bytes - first) / 4);
  const dwords = countRegisters(access);
  const isAtomic = row.access === 'atomic';
  const { old, operand, compare } = isAtomic
    ? pickAtomicValues(stream, dwords)
    : {
        old: pickValue(stream, count),
        operand: pickValue(stream, dwords),
        compare: pickValue(stream, dwords),
      };
  const result = getResultRegister(access);
  const secondOperand = isAtomic && space !== 'lds' && space !== 'gds' && countAtomicValues(row) === 2;
  return `
  ${emitValue(VECTOR.READ, old)}${emitPlain(frame, space, first, count, true)}
  ${emitValue(VECTOR.RESULT, pickValue(stream, 4))}
  ${emitValue(VECTOR.DATA, operand)}
  ${emitValue(secondOperand ? VECTOR.DATA + dwords : VECTOR.SECOND, compare)}
  ${emitInSomeLanes(
    stream,
    frame,
    `${emitAccess(stream, frame, access)}
  ${waitForAccess(frame, access)}${hasResult(access) ? emitMix(dialect, listVectors(result, dwords)) : ''}`,
  )}
  ${emitPlain(frame, space, first, count, false)}${emitMix(dialect, listVectors(VECTOR.READ, count))}`;
}

/** Emits code that stores `count` dwords from `READ`, or loads them into it, and awaits them. */
function emitPlain(frame: Frame, space: DrawnSpace, first: number, count: number, isStore: boolean): string {
  const memory = isStore ? 'store' : 'load';
  const awaited = space === 'lds' ? 'local' : space === 'gds' ? 'global' : memory;
  const accesses = listVectors(VECTOR.READ, count).map((register, i) =>
    formatPlain(frame, space, register, first + 4 * i, isStore),
  );
  return accesses.join('') + waitForClasses(frame.dialect.gfx, awaited);
}

/**
 * Emits a load of which each lane fills one dword of the wave's LDS, which is set before and read after it. Where there
 * is an instruction for it, one dword of them is also loaded for all lanes.
 */
function emitFillStep(stream: RandomStream, frame: Frame, access: DrawnAccess): string {
  const { dialect, localOffset = 0 } = frame;
  const { gfx, add, waitLocal } = dialect;
  const [address, read, saved] = [vectors(VECTOR.READ + 1), vectors(VECTOR.READ), scalars(SCALAR.DATA)];
  const filled = 4 * stream.below(4);
  const load = emitAccess(stream, frame, { ...access, offset: access.offset & ~3 });
  return `
  v_lshrrev_b32_e32 ${address}, ${log2(BYTES.LOCAL / 4)}, ${vectors(VECTOR.LOCAL)}
  ${add} ${address}, ${localOffset - localOffset / (BYTES.LOCAL / 4)}, ${address}
  ${getMnemonic('ds_write_b32', gfx)} ${address}, ${vectors(VECTOR.SUM)} offset:${filled}
  ${waitLocal}
  s_mov_b32 ${saved}, m0
  s_mov_b32 m0, 0x${(localOffset + filled - (access.offset & ~3)).toString(16)}
  ${emitInSomeLanes(stream, frame, `${load}\n  ${waitForAccess(frame, access)}`)}
  ${hasMnemonic('lds_direct_load', gfx) ? emitDirectLoad(stream, frame, address, filled) : ''}
  s_mov_b32 m0, ${saved}
  ${getMnemonic('ds_read_b32', gfx)} ${read}, ${address} offset:${filled}
  ${waitLocal}${emitMix(dialect, [read])}`;
}

/** The type codes of loads of one value for all lanes: bytes, half-words and dwords, with and without sign. */
const DIRECT_TYPES = [0, 1, 2, 4, 5] as const;

/** Emits a load for all lanes from the dword of the first one that runs. */
function emitDirectLoad(stream: RandomStream, { dialect }: Frame, address: string, filled: number): string {
  const { gfx } = dialect;
  const [result, first] = [vectors(VECTOR.RESULT), scalars(SCALAR.SCRATCH)];
  const from = (pick(stream, DIRECT_TYPES) << 16) + filled + stream.below(4);
  return `
  v_readfirstlane_b32 ${first}, ${address}
  s_add_i32 m0, ${first}, 0x${from.toString(16)}
  ${getMnemonic('lds_direct_load', gfx)} ${result} ${getGenerationEntry(NO_HAZARD_WAITS, gfx)}
  ${waitFor(gfx, 'export')}${emitMix(dialect, [result])}`;
}

/** Emits a scalar load of read-only memory, which may end past the end of the buffer. */
function emitScalarStep(stream: RandomStream, frame: Frame, access: DrawnAccess): string {
  const count = countDwords(access.row);
  const registers = Array.from({ length: count }, (_, i) => scalars(SCALAR.DATA + i));
  const isBounded = access.row.descriptor === 'buffer';
  const offset = isBounded ? access.offset : Math.min(access.offset, BYTES.INPUT - 4 * count);
  return `${emitAccess(stream, frame, { ...access, offset })}
  ${waitForAccess(frame, access)}${emitMix(frame.dialect, registers)}`;
}

/** The patterns by which lanes are exchanged: in quads, in groups, and by rotation. */
const SWIZZLES = [
  'swizzle(QUAD_PERM,1,0,3,2)',
  'swizzle(SWAP,16)',
  'swizzle(REVERSE,8)',
  'swizzle(BROADCAST,4,2)',
] as const;

/** Emits an exchange between lanes, each of which sends to another, or an update of a streamout register. */
function emitExchangeStep(stream: RandomStream, frame: Frame, access: DrawnAccess): string {
  const { dialect } = frame;
  const { row, space } = access;
  if (space === 'streamout') return `${emitAccess(stream, frame, access)}\n  ${waitForAccess(frame, access)}`;
  const isSwizzle = row.lanes === 'swizzle';
  const address = isSwizzle
    ? `\n  v_mov_b32_e32 v${VECTOR.SCRATCH}, v${VECTOR.SUM}`
    : `
  v_mbcnt_lo_u32_b32 v${VECTOR.SCRATCH}, -1, 0
  ${dialect.wave === 64 ? `v_mbcnt_hi_u32_b32 v${VECTOR.SCRATCH}, -1, v${VECTOR.SCRATCH}` : ''}
  v_xor_b32_e32 v${VECTOR.SCRATCH}, ${1 + stream.below(31)}, v${VECTOR.SCRATCH}
  v_lshlrev_b32_e32 v${VECTOR.SCRATCH}, 2, v${VECTOR.SCRATCH}`;
  const text = emitAccess(stream, frame, { ...access, offset: isSwizzle ? 0 : access.offset });
  return `${address}
  ${emitValue(VECTOR.RESULT, pickValue(stream, 1))}
  ${emitValue(VECTOR.DATA, { ...pickValue(stream, 1), isMixed: true })}
  ${emitInSomeLanes(stream, frame, isSwizzle ? `${text} offset:${pick(stream, SWIZZLES)}` : text)}
  ${waitForAccess(frame, access)}${emitMix(dialect, [vectors(VECTOR.RESULT)])}`;
}
