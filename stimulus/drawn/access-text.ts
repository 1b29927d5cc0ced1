import {
  countAtomicValues,
  getGenerationEntry,
  getMnemonic,
  getName,
  type MemoryRow,
  SCOPES,
  type SinceGeneration,
} from '../../arch/index.js';
import type { RandomStream } from '../../transactions/index.js';
import { scalars, vectors } from '../dialect/index.js';
import { pick } from '../kit/chance.js';
import { type Frame, SCALAR, VECTOR } from './frame.js';
import { type DrawnImage, emitImageAccess } from './image-text.js';
import { type AccessClass, waitForClasses } from './outstanding.js';
import type { DrawnSpace } from './rows.js';

/** An instruction of a body: its row, where it goes, and the byte offset within the lane's bytes. */
export interface DrawnAccess {
  readonly row: MemoryRow;
  readonly space: DrawnSpace;
  readonly offset: number;
  /** Whether an atomic whose row does not say so returns the old value. */
  readonly returns: boolean;
  /** The cache modifiers of a load or store. */
  readonly bits: string;
  /** The first register of the data, and of the result. Buffer atomics replace their data. */
  readonly data?: number;
  readonly result?: number;
  /** Bytes that are added to the offset of an LDS access, which ignores them. */
  readonly skew?: number;
  /** The byte of its partition where a GDS access begins, counted back from the end, where there is no room for it. */
  readonly fromEnd?: number;
  /** The image of an image access, whose row has the size of a texel. */
  readonly image?: DrawnImage;
}

/** The bits of the components of formats that instructions name. */
const FORMATS = ['32', '32_32', '32_32_32_32', '16_16', '8_8_8_8'] as const;

/** Returns how many dwords an instruction's data take. */
export function countDwords({ bytes }: MemoryRow): number {
  return Math.max(1, bytes / 4);
}

/** Returns how many registers hold the data of a load or store, or one of an atomic's values. */
export function countRegisters({ row, image }: DrawnAccess): number {
  return image?.registers ?? countDwords(row);
}

/** Returns whether an instruction's result is a value that the body reads. */
export function hasResult({ row, returns }: DrawnAccess): boolean {
  return row.access === 'load' || (row.access === 'atomic' && (row.returns ?? returns));
}

/** Returns the first register of the result. */
export function getResultRegister({ row, space, data, result }: DrawnAccess): number {
  return row.access === 'atomic' && (space === 'buffer' || space === 'image')
    ? (data ?? VECTOR.DATA)
    : (result ?? VECTOR.RESULT);
}

/** Returns an access's class. */
export function classify(access: DrawnAccess): AccessClass {
  const { row, space } = access;
  if (space === 'gds' || space === 'streamout') return 'global';
  if (space === 'lds' || space === 'lanes') return 'local';
  if (row.image === 'sample') return 'sample';
  const name = hasResult(access) ? 'load' : 'store';
  return space === 'scalar' ? space : space === 'flat' ? `flat-${name}` : name;
}

/** Returns the waits for an access. */
export function waitForAccess({ dialect: { gfx } }: Frame, access: DrawnAccess): string {
  return waitForClasses(gfx, classify(access));
}

/** Formats an access to one dword at an offset in the lane's bytes; buffers stand for all memory but scratch. */
export function formatPlain(
  { dialect }: Frame,
  space: DrawnSpace,
  register: string,
  offset: number,
  isStore: boolean,
): string {
  const name = (store: string, load: string): string => getMnemonic(isStore ? store : load, dialect.gfx);
  const order = (address: string): string =>
    isStore ? `${address}, ${register}` : `${register}, ${address}`;
  if (space === 'lds' || space === 'gds') {
    const address = vectors(space === 'gds' ? VECTOR.GLOBAL : VECTOR.LOCAL);
    return `\n  ${name('ds_write_b32', 'ds_read_b32')} ${order(address)} offset:${offset}${space === 'gds' ? ' gds' : ''}`;
  }
  if (space === 'scratch') {
    const address = vectors(VECTOR.SCRATCH);
    const access = name('scratch_store_dword', 'scratch_load_dword');
    return `\n  v_mov_b32_e32 ${address}, 0\n  ${access} ${order(address)}, off offset:${offset}`;
  }
  return `\n  ${(isStore ? dialect.store : dialect.load)(register, vectors(VECTOR.OFFSET), { offset })}`;
}

/** Emits an instruction, preceded by those that set its address. */
export function emitAccess(stream: RandomStream, frame: Frame, access: DrawnAccess): string {
  switch (access.space) {
    case 'lds':
    case 'gds':
    case 'lanes':
    case 'streamout':
      return emitShareAccess(frame, access);
    case 'scalar':
      return emitScalarAccess(frame, access);
    case 'buffer':
    case 'typed':
    case 'fill':
      return emitBufferAccess(stream, frame, access);
    case 'image':
      return emitImageAccess(stream, frame, access.row, access.image!, {
        offset: access.offset,
        ...formatData(frame, access),
      });
    default:
      return emitFlatAccess(stream, frame, access);
  }
}

/** The cache modifiers of loads, or scopes, narrowest first. */
const LOAD_BITS: SinceGeneration<readonly string[]> = {
  gfx9: ['', 'glc', 'slc', 'glc slc'],
  gfx10: ['', 'glc', 'slc', 'dlc', 'glc slc', 'glc dlc', 'slc dlc', 'glc slc dlc'],
  gfx12: SCOPES.map((scope, i) => (i === 0 ? '' : `scope:${scope}`)),
};

/** Picks a load's cache modifiers: any for bytes that only this wave accesses, otherwise those of coherent loads. */
export function pickLoadBits(stream: RandomStream, { dialect, isPrivate }: Frame): string {
  return isPrivate ? pick(stream, getGenerationEntry(LOAD_BITS, dialect.gfx)) : dialect.loadBits;
}

function formatOffset(offset: number): string {
  return offset === 0 ? '' : ` offset:${offset}`;
}

/** Emits an access to LDS or GDS. `LOCAL` and `GLOBAL` hold the address, and lane exchanges replace `SCRATCH`. */
function emitShareAccess({ dialect }: Frame, access: DrawnAccess): string {
  const { row, space, fromEnd, data = VECTOR.DATA, result = VECTOR.RESULT } = access;
  const offset = fromEnd === undefined ? access.offset + (access.skew ?? 0) : 0;
  const name = getName(row, dialect.gfx);
  const { pairStep } = row;
  const dwords = countDwords(row) / (pairStep === undefined ? 1 : 2);
  const returns = row.access === 'load' || row.returns === true;
  const operands = returns ? [vectors(result, space === 'streamout' ? 2 : countDwords(row))] : [];
  if (space === 'lanes') operands.push(vectors(VECTOR.SCRATCH));
  else
    operands.push(vectors(space === 'lds' ? VECTOR.LOCAL : space === 'gds' ? VECTOR.GLOBAL : VECTOR.OFFSET));
  if (fromEnd !== undefined) operands[operands.length - 1] = vectors(VECTOR.SCRATCH);
  const hasData = row.access !== 'load' || row.lanes === 'permute' || row.lanes === 'bpermute';
  if (hasData && space !== 'streamout') operands.push(vectors(data, dwords));
  if ((row.access === 'store' && pairStep !== undefined) || row.operands !== undefined)
    operands.push(vectors(VECTOR.SECOND, dwords));
  const isGlobal = space === 'gds' || space === 'streamout';
  const first = pairStep === undefined ? 0 : offset / pairStep;
  const offsets =
    pairStep === undefined
      ? formatOffset(offset)
      : `${first === 0 ? '' : ` offset0:${first}`} offset1:${first + 1}`;
  const end = fromEnd === undefined ? '' : emitPartitionEnd(fromEnd);
  return `${end}\n  ${name} ${operands.join(', ')}${offsets}${isGlobal ? ' gds' : ''}`;
}

/** Emits code that sets the address to the end of the GDS partition, less a number of bytes. */
function emitPartitionEnd(bytes: number): string {
  const size = scalars(SCALAR.SCRATCH);
  return `
  s_and_b32 ${size}, 0xffff, m0
  s_sub_u32 ${size}, ${size}, ${bytes}
  v_mov_b32_e32 v${VECTOR.SCRATCH}, ${size}`;
}

function emitScalarAccess({ dialect: { gfx } }: Frame, { row, offset }: DrawnAccess): string {
  const base = row.descriptor === 'buffer' ? scalars(SCALAR.INPUT, 4) : scalars(SCALAR.INPUT_BASE, 2);
  const data = scalars(SCALAR.DATA, countDwords(row));
  return `\n  ${getName(row, gfx)} ${data}, ${base}, 0x${offset.toString(16)}`;
}

/** In one access to a buffer of this many, about half of the lanes are outside of it. */
const OUTSIDE_ODDS = 5;
const LEAVE_RANGE = `
  v_and_b32_e32 v${VECTOR.SCRATCH}, 0x40000000, v${VECTOR.SUM}
  v_or_b32_e32 v${VECTOR.SCRATCH}, v${VECTOR.SCRATCH}, v${VECTOR.OFFSET}`;

/** Formats the data registers of an access to memory, or the result's if it is a load, and its modifiers. */
function formatData({ dialect }: Frame, access: DrawnAccess) {
  const { row, returns, bits, data = VECTOR.DATA, result = VECTOR.RESULT } = access;
  const isAtomic = row.access === 'atomic';
  const count = countRegisters(access) * (isAtomic ? countAtomicValues(row) : 1);
  return {
    data: vectors(row.access === 'load' ? result : data, count),
    modifiers: isAtomic ? (returns ? dialect.returns : '') : bits,
  };
}

function emitBufferAccess(stream: RandomStream, frame: Frame, access: DrawnAccess): string {
  const { row, space, offset } = access;
  const { gfx, offen } = frame.dialect;
  const { data, modifiers } = formatData(frame, access);
  const descriptor = scalars(space === 'typed' && row.format === 'mubuf' ? SCALAR.TYPED : SCALAR.BUFFER, 4);
  const format =
    row.format === 'mtbuf' ? ` format:${getGenerationEntry(FORMAT_NAMES, gfx)(pick(stream, FORMATS))}` : '';
  const [soffset, ...flags] = offen.split(' ');
  if (space === 'fill' && row.fillsLds !== true) flags.push('lds');
  // Descriptors with a format have no records of which the offset is checked.
  const leavesRange = stream.below(OUTSIDE_ODDS) === 0 && descriptor === scalars(SCALAR.BUFFER, 4);
  const address = vectors(leavesRange ? VECTOR.SCRATCH : VECTOR.OFFSET);
  return `${leavesRange ? LEAVE_RANGE : ''}\n  ${getName(row, gfx)} ${space === 'fill' ? '' : `${data}, `}${address}, ${descriptor}, ${soffset}${format} ${flags.join(' ')}${formatOffset(offset)} ${modifiers}`;
}

/** The modifier that names an element format of unsigned integers. */
const FORMAT_NAMES: SinceGeneration<(bits: string) => string> = {
  gfx9: (bits) => `[BUF_DATA_FORMAT_${bits},BUF_NUM_FORMAT_UINT]`,
  gfx10: (bits) => `[BUF_FMT_${bits}_UINT]`,
};

/**
 * Emits an access to flat, global or scratch memory. Global addresses come from a register pair, or from a scalar base
 * and an offset. The buffer does not cross a multiple of 4 GiB, so no carry reaches the upper half.
 */
function emitFlatAccess(stream: RandomStream, frame: Frame, access: DrawnAccess): string {
  const { row, space, offset, result = VECTOR.RESULT } = access;
  const { gfx, add } = frame.dialect;
  const { data, modifiers } = formatData(frame, access);
  const old = row.access === 'atomic' && access.returns ? [vectors(result, countDwords(row))] : [];
  const isBased = stream.below(2) === 0;
  const [address, base, immediate] =
    space === 'flat'
      ? [vectors(VECTOR.SCRATCH, 2), '', 0]
      : space === 'scratch'
        ? [vectors(VECTOR.SCRATCH), ', off', isBased ? 0 : offset]
        : isBased
          ? [vectors(VECTOR.OFFSET), `, ${scalars(SCALAR.BASE, 2)}`, offset]
          : [vectors(VECTOR.ADDRESS, 2), ', off', offset];
  const prepare = {
    global: '',
    scratch: `\n  v_mov_b32_e32 v${VECTOR.SCRATCH}, ${isBased ? offset : 0}`,
    flat: `
  ${add} v${VECTOR.SCRATCH}, ${offset}, v${VECTOR.ADDRESS}
  v_mov_b32_e32 v${VECTOR.SCRATCH + 1}, v${VECTOR.ADDRESS + 1}`,
  }[space as 'global' | 'scratch' | 'flat'];
  const operands = row.access === 'load' ? [data, address] : [...old, address, data];
  return `${prepare}\n  ${getName(row, gfx)} ${operands.join(', ')}${base}${formatOffset(immediate)} ${modifiers}`;
}
