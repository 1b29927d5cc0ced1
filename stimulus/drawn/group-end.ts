import { getMnemonic } from '../../arch/index.js';
import type { RandomStream } from '../../transactions/index.js';
import { scalars, vectors } from '../dialect/index.js';
import { pick } from '../kit/chance.js';
import { formatPlain, pickLoadBits } from './access-text.js';
import { BYTES, emitInSomeLanes, emitMix, emitValue, type Frame, SCALAR, VECTOR } from './frame.js';
import { waitForClasses } from './outstanding.js';
import { pickValue } from './values.js';

/** The bytes per thread in the part of the buffer, and of LDS, that all threads share. */
export const SHARED_BYTES = 4;

/** Atomics whose final value does not depend on their order, with the type of an LDS atomic's name. */
const COMMUTING = ['add u', 'sub u', 'smin i', 'smax i', 'umin u', 'umax u', 'and b', 'or b', 'xor b'];

/** Atomics whose final value does not depend on their order if all have the same operand. */
const EQUAL_OPERANDS = ['inc u', 'dec u'];

/**
 * What the threads share: the register with the thread's number among all groups, the number of threads of a group and
 * (`count`) of all groups, and the byte offsets of the shared parts of the buffer, which is all zeros, and of LDS.
 */
type SharedBytes = Readonly<Record<'thread' | 'threads' | 'count' | 'first' | 'local', number>>;

/**
 * Emits code in which waves share dwords: neighbouring threads store one byte or half-word each, of which dwords belong
 * to two waves, and all threads perform the same atomic on one value. The result is the same in any order.
 */
export function emitSharedBytes(stream: RandomStream, frame: Frame, shared: SharedBytes): string {
  const { dialect, barrier = '' } = frame;
  const { gfx, add, waitStores, waitLocal, storeBits, offen } = dialect;
  const { SCRATCH, RESULT, READ, SUM, LOCAL } = VECTOR;
  const isHalf = stream.below(2) === 0;
  const skew = isHalf ? 2 * stream.below(2) : stream.below(4);
  const store = getMnemonic(isHalf ? 'buffer_store_short' : 'buffer_store_byte', gfx);
  const localStore = getMnemonic(isHalf ? 'ds_write_b16' : 'ds_write_b8', gfx);
  const localWord = getMnemonic('ds_write_b32', gfx);
  const shift = isHalf ? 1 : 0;
  return `
  v_lshrrev_b32_e32 v${SCRATCH}, 5, v${LOCAL}
  v_lshlrev_b32_e32 v${READ}, 2, v${SCRATCH}
  ${add} v${READ}, ${shared.local}, v${READ}
  v_mov_b32_e32 v${RESULT}, 0
  ${localWord} v${READ}, v${RESULT}
  ${localWord} v${READ}, v${RESULT} offset:4
  ${waitLocal}${barrier}
  v_lshlrev_b32_e32 v${SCRATCH}, ${shift}, v${SCRATCH}
  ${add} v${SCRATCH}, ${shared.local + skew}, v${SCRATCH}
  ${localStore} v${SCRATCH}, v${SUM}
  v_lshlrev_b32_e32 v${READ + 1}, ${shift}, v${shared.thread}
  ${add} v${READ + 1}, ${shared.first + skew}, v${READ + 1}
  ${store} v${SUM}, v${READ + 1}, s[0:3], ${offen} ${storeBits}
  ${emitCommonAtomics(stream, frame, shared)}
  ${waitLocal}
  ${waitStores}${barrier}
  v_and_b32_e32 v${SCRATCH}, -4, v${SCRATCH}
  ${getMnemonic('ds_read_b32', gfx)} v${RESULT}, v${SCRATCH}
  v_mov_b32_e32 v${SCRATCH}, ${getCommonOffset(shared.local, shared.threads)}
  ${getMnemonic('ds_read_b64', gfx)} v[${RESULT + 2}:${RESULT + 3}], v${SCRATCH}
  ${waitLocal}${emitMix(
    dialect,
    [RESULT, RESULT + 2, RESULT + 3].map((register) => vectors(register)),
  )}`;
}

/** How often a wave's whole lines are changed in part. */
const LINE_CHANGES = 3;

/**
 * Emits stores that overwrite whole lines of the wave's memory, which may keep the data in L0, each followed at once by
 * an access to parts of them, and a load. In every other one, neighbouring lanes change places.
 */
export function emitLineStores(stream: RandomStream, frame: Frame): string {
  const { dialect } = frame;
  const { gfx, wave, add, offen, returns, storeBits } = dialect;
  const [lane, sum, data, old] = [VECTOR.SCRATCH, VECTOR.SUM, VECTOR.DATA, VECTOR.RESULT].map((register) =>
    vectors(register),
  );
  const changes = Array.from({ length: LINE_CHANGES }, () => {
    const atomic = `\n  ${getMnemonic('buffer_atomic_add', gfx)} ${data}, ${lane}, s[0:3], ${offen} ${returns}`;
    const partial = pick(stream, [
      atomic,
      ...['', storeBits].map((bits) => `\n  ${dialect.store(data!, lane!, { bits })}`),
    ]);
    return `
  ${dialect.store(sum!, lane!, { bits: '' })}
  v_not_b32_e32 ${data}, ${sum}${emitInSomeLanes(stream, frame, partial)}
  ${dialect.load(old!, lane!, { bits: pickLoadBits(stream, frame) })}
  ${waitForClasses(gfx, 'load', 'store')}${emitMix(dialect, [data!, old!])}
  v_xor_b32_e32 ${lane}, 4, ${lane}`;
  });
  return `
  v_mbcnt_lo_u32_b32 ${lane}, -1, 0
  ${wave === 64 ? `v_mbcnt_hi_u32_b32 ${lane}, -1, ${lane}` : ''}
  v_lshlrev_b32_e32 ${lane}, 2, ${lane}
  v_readfirstlane_b32 s${SCALAR.SCRATCH}, ${vectors(VECTOR.OFFSET)}
  s_add_i32 s${SCALAR.SCRATCH}, s${SCALAR.SCRATCH}, ${BYTES.LANE / 2}
  ${add} ${lane}, s${SCALAR.SCRATCH}, ${lane}${changes.join('')}`;
}

/** Returns the offset of the value that all of `threads` threads update, behind their half-words. */
function getCommonOffset(first: number, threads: number): number {
  return first + 8 * Math.ceil((2 * threads + 4) / 8);
}

/** Emits one atomic on a value in the buffer and one in LDS, which every thread performs with an operand of its own. */
function emitCommonAtomics(stream: RandomStream, { dialect }: Frame, shared: SharedBytes): string {
  const { gfx, offen } = dialect;
  const { DATA, READ } = VECTOR;
  const isWide = stream.below(2) === 0;
  const isEqual = stream.below(4) === 0;
  const [name, type] = pick(stream, isEqual ? EQUAL_OPERANDS : COMMUTING).split(' ');
  const localName = `${name!.replace(/^[su](?=m)/, '')}_${type}`;
  const operand = { ...pickValue(stream, 2), isMixed: !isEqual };
  const data = vectors(DATA, isWide ? 2 : 1);
  return `${emitValue(DATA, operand)}
  v_mov_b32_e32 v${READ}, ${getCommonOffset(shared.first, shared.count)}
  ${getMnemonic(`buffer_atomic_${name}${isWide ? '_x2' : ''}`, gfx)} ${data}, v${READ}, s[0:3], ${offen}
  v_mov_b32_e32 v${READ}, ${getCommonOffset(shared.local, shared.threads)}
  ds_${localName}${isWide ? 64 : 32} v${READ}, ${data}`;
}

/** The maximum number of accesses that are outstanding when a wave ends. */
const MAX_OUTSTANDING = 2;

/** Emits accesses that are outstanding when the wave ends. Nothing reads what they return or write. */
export function emitOutstandingAccesses(stream: RandomStream, frame: Frame): string {
  const { gfx } = frame.dialect;
  const result = vectors(VECTOR.READ);
  const load = getMnemonic('s_load_dwordx2', gfx);
  const choices = [
    formatPlain(frame, 'buffer', result, 4, false),
    emitOutstandingLocal(stream, frame),
    `\n  ${load} ${scalars(SCALAR.DATA, 2)}, ${scalars(SCALAR.INPUT_BASE, 2)}, 0x0`,
    ...(frame.hasGlobalShare ? [formatPlain(frame, 'gds', result, 0, false)] : []),
  ];
  return Array.from({ length: stream.below(MAX_OUTSTANDING + 1) }, () => pick(stream, choices)).join('');
}

/** Emits an access to the lane's LDS of which nothing uses the result. */
export function emitOutstandingLocal(stream: RandomStream, frame: Frame): string {
  const [result, sum] = [vectors(VECTOR.READ), vectors(VECTOR.SUM)];
  return pick(stream, [
    formatPlain(frame, 'lds', result, 0, false),
    formatPlain(frame, 'lds', sum, 0, true),
    `\n  ds_add_rtn_u32 ${result}, ${vectors(VECTOR.LOCAL)}, ${sum}`,
  ]);
}
