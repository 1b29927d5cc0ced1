import { countAtomicValues, getName, type MemoryRow } from '../../arch/index.js';
import type { RandomStream } from '../../transactions/index.js';
import { scalars, vectors } from '../dialect/index.js';
import { pick } from '../kit/chance.js';
import {
  classify,
  type DrawnAccess,
  emitAccess,
  formatPlain,
  getResultRegister,
  hasResult,
} from './access-text.js';
import { BYTES, emitMix, emitValue, type Frame, SCALAR, VECTOR } from './frame.js';
import { getWordImage } from './image-text.js';
import { type AccessClass, Outstanding, waitForClasses } from './outstanding.js';
import { type DrawnSpace, listDrawnRows } from './rows.js';
import { pickValue } from './values.js';

const MIN_ACCESSES = 8;
const EXTRA_ACCESSES = 8;

/** One access in this many is followed by a barrier, if the wave belongs to a work-group. */
const BARRIER_ODDS = 6;
/** After one access in this many, the result of any earlier one is read. */
const READ_ODDS = 3;
/** One access in this many is of the same kind as the one before it. */
const REPEAT_ODDS = 3;
/** The bits of a GDS partition's size in M0 that change before an access. Lanes outside it access nothing. */
const SIZE_BITS = [0, 0, 0x40, 0x80, 0x100, 0x200] as const;

/** The byte offset of the word that all accesses share, at the end of a line. In LDS and GDS, it is the first word. */
const WORD = BYTES.LANE / 2 - 4;

/** The spaces of a chain. Accesses to the same bytes on different paths are not ordered. */
const PATHS: Readonly<Partial<Record<DrawnSpace, string>>> = {
  buffer: 'vector',
  global: 'vector',
  flat: 'vector',
  image: 'vector',
  scalar: 'scalar',
  lds: 'lds',
  lanes: 'lds',
  gds: 'gds',
};

/** The classes of accesses to one dword in each space, as rows that do the same. */
type Kind = readonly [space: DrawnSpace, rows: readonly MemoryRow[]];

function listKinds(frame: Frame): readonly Kind[] {
  const rows = listDrawnRows({ ...frame, input: 0 });
  return [...rows].flatMap(([space, list]) => {
    if (PATHS[space] === undefined) return [];
    const words = list.filter(
      (row) =>
        row.bytes === 4 && row.operands === undefined && row.pairStep === undefined && needsOnlyColumn(row),
    );
    return (['load', 'store', 'atomic'] as const)
      .map((access) => words.filter((row) => row.access === access && countAtomicValues(row) === 1))
      .filter((own) => own.length > 0)
      .map((own): Kind => [space, space === 'scalar' ? own.filter(({ descriptor }) => descriptor) : own]);
  });
}

/** Whether an access to an image's texel of one dword needs only its column. */
function needsOnlyColumn({ sample, gathers, query, takesLevel }: MemoryRow): boolean {
  return sample === undefined && gathers === undefined && query === undefined && takesLevel !== true;
}

/**
 * Emits a chain of accesses of all kinds to the same bytes. Between two accesses, there is a wait only if they take
 * different paths and one of them writes: it is for the last such access, and leaves all later ones outstanding.
 */
export function emitNeighbourBody(stream: RandomStream, frame: Frame): string {
  const { dialect, barrier } = frame;
  const kinds = listKinds(frame);
  const outstanding = new Outstanding(dialect.gfx);
  const issued: { access: DrawnAccess; number: number; result: string | undefined }[] = [];
  let text = emitStart(frame);
  let kind = pick(stream, kinds);
  let resized = 0;
  const count = MIN_ACCESSES + stream.below(EXTRA_ACCESSES);
  for (let i = 0; i < count; i++) {
    const access = pickAccess(stream, frame, kind, i);
    const conflict = issued.filter((other) => mustWait(other.access, access)).at(-1);
    text += emitValue(access.data!, pickValue(stream, 1));
    if (conflict !== undefined) text += outstanding.waitFor(conflict.number);
    if (access.space === 'gds') {
      const bit = pick(stream, SIZE_BITS);
      text += emitResize(bit);
      resized ^= bit;
    }
    const ownWord = `${getName(access.row, dialect.gfx)} s${access.result}, s[0:3], s${SCALAR.SCRATCH}`;
    // A scalar load reads the word of the wave's first lane.
    text +=
      access.space === 'scalar' ? `\n  ${ownWord} ${dialect.loadBits}` : emitAccess(stream, frame, access);
    const number = outstanding.add(classify(access));
    const format = access.space === 'scalar' ? scalars : vectors;
    const result = hasResult(access) ? format(getResultRegister(access)) : undefined;
    issued.push({ access, number, result });
    if (barrier !== undefined && stream.below(BARRIER_ODDS) === 0) text += barrier;
    const read = pick(stream, issued);
    if (read.result !== undefined && stream.below(READ_ODDS) === 0)
      text += outstanding.waitFor(read.number) + emitMix(dialect, [read.result]);
    if (stream.below(REPEAT_ODDS) > 0) kind = pick(stream, kinds);
  }
  const results = issued.flatMap(({ result }) => (result === undefined ? [] : [result]));
  return `${text}${waitForEverything(frame)}${emitResize(resized)}${emitMix(dialect, results)}`;
}

function emitResize(bits: number): string {
  return bits === 0 ? '' : `\n  s_xor_b32 m0, m0, 0x${bits.toString(16)}`;
}

/** Picks access number `i` of a chain, which has registers of its own. */
function pickAccess(stream: RandomStream, frame: Frame, [space, rows]: Kind, i: number): DrawnAccess {
  const { dialect, isPrivate } = frame;
  const row = pick(stream, rows);
  const isCached = isPrivate && row.access === 'load' && stream.below(2) === 0;
  return {
    ...{ row, space },
    offset: PATHS[space] === 'lds' || space === 'gds' ? 0 : WORD,
    returns: stream.below(2) === 0,
    ...(space === 'image' ? { image: getWordImage(frame) } : {}),
    bits: row.access === 'store' ? dialect.storeBits : isCached ? '' : dialect.loadBits,
    data: VECTOR.CHAIN + 2 * i,
    result: space === 'scalar' ? SCALAR.BURST + i : VECTOR.CHAIN + 2 * i + 1,
  };
}

/** Whether an access must not be issued before an earlier one has returned. */
function mustWait(first: DrawnAccess, second: DrawnAccess): boolean {
  const paths = [first, second].map(({ space }) => PATHS[space]);
  const isShared = paths.every((path) => path === 'vector' || path === 'scalar');
  return isShared && paths[0] !== paths[1] && [first, second].some(({ row }) => row.access !== 'load');
}

/** Waits for all accesses. */
export function waitForEverything({ dialect: { gfx }, hasGlobalShare }: Frame): string {
  const classes: readonly AccessClass[] = ['load', 'store', 'local', 'scalar'];
  return waitForClasses(gfx, ...classes, ...(hasGlobalShare ? (['global'] as const) : []));
}

/** Emits code that sets the words and computes the address of the first lane's. */
function emitStart(frame: Frame): string {
  const sum = vectors(VECTOR.SUM);
  return `
  v_readfirstlane_b32 s${SCALAR.SCRATCH}, v${VECTOR.OFFSET}
  s_add_i32 s${SCALAR.SCRATCH}, s${SCALAR.SCRATCH}, ${WORD}
  v_mov_b32_e32 v${VECTOR.SCRATCH}, ${sum}
  ${formatPlain(frame, 'buffer', sum, WORD, true)}
  ${formatPlain(frame, 'lds', sum, 0, true)}
  ${frame.hasGlobalShare ? formatPlain(frame, 'gds', sum, 0, true) : ''}
  ${waitForEverything(frame)}`;
}
