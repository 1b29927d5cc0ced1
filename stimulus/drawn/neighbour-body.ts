import { getMnemonic } from '../../arch/index.js';
import type { RandomStream } from '../../transactions/index.js';
import { waitFor } from '../dialect/index.js';
import { pick } from '../kit/chance.js';
import { emitMix, emitValue, type Frame, LANE_BYTES, SCALAR, scalars, VECTOR, vectors } from './frame.js';
import { type AccessClass, Outstanding } from './outstanding.js';
import { pickValue } from './values.js';

const MIN_ACCESSES = 8;
const EXTRA_ACCESSES = 8;

/** One access in this many is followed by a barrier, if the wave belongs to a work-group. */
const BARRIER_ODDS = 6;
/** One result in this many is read at once. */
const READ_ODDS = 4;

/** The byte offset of the word that all accesses to memory share, and of the one in LDS and GDS. */
const WORD = LANE_BYTES / 2 - 4;
const SHARE_WORD = 0;

/** How an access reaches its bytes. Accesses on different paths to the same bytes are not ordered. */
type Path = 'vector' | 'scalar' | 'lds' | 'gds';

/** A kind of access to the word. */
interface Kind {
  readonly path: Path;
  readonly access: AccessClass;
  readonly writes: boolean;
  readonly returns: boolean;
  /** Emits the instruction, given its data and result registers and its cache modifiers. */
  readonly emit: (frame: Frame, data: string, result: string, bits: string) => string;
}

/** Lists the kinds of accesses that a frame allows. Each may precede each on the same path. */
function listKinds(frame: Frame): readonly Kind[] {
  const { gfx, offen, returns } = frame.dialect;
  const name = (text: string): string => getMnemonic(text, gfx);
  const buffer = `${vectors(VECTOR.OFFSET)}, s[0:3], ${offen} offset:${WORD}`;
  const pair = vectors(VECTOR.ADDRESS, 2);
  const flat = vectors(VECTOR.SCRATCH, 2);
  const load = { path: 'vector', access: 'load', writes: false, returns: true } as const;
  const store = { path: 'vector', access: 'store', writes: true, returns: false } as const;
  const kinds: Kind[] = [
    { ...load, emit: (_, __, to, bits) => `${name('buffer_load_dword')} ${to}, ${buffer} ${bits}` },
    {
      ...load,
      emit: (_, __, to, bits) => `${name('global_load_dword')} ${to}, ${pair}, off offset:${WORD} ${bits}`,
    },
    {
      ...load,
      access: 'flat-load',
      emit: (_, __, to, bits) => `${name('flat_load_dword')} ${to}, ${flat} ${bits}`,
    },
    { ...store, emit: (_, from, __, bits) => `${name('buffer_store_dword')} ${from}, ${buffer} ${bits}` },
    {
      ...store,
      emit: (_, from, __, bits) =>
        `${name('global_store_dword')} ${pair}, ${from}, off offset:${WORD} ${bits}`,
    },
    {
      ...store,
      access: 'flat-store',
      emit: (_, from, __, bits) => `${name('flat_store_dword')} ${flat}, ${from} ${bits}`,
    },
    { ...store, emit: (_, from) => `${name('buffer_atomic_add')} ${from}, ${buffer}` },
    {
      ...store,
      ...{ access: 'load', returns: true },
      emit: (_, from, to) =>
        `${name('global_atomic_xor')} ${to}, ${pair}, ${from}, off offset:${WORD} ${returns}`,
    },
  ];
  return [
    ...kinds,
    ...listScalarKinds(frame),
    ...listShareKinds(frame, 'lds'),
    ...listShareKinds(frame, 'gds'),
  ];
}

/** Scalar loads read the word of the wave's first lane. */
function listScalarKinds({ dialect: { gfx, loadBits } }: Frame): readonly Kind[] {
  const load = getMnemonic('s_buffer_load_dword', gfx);
  return [
    {
      ...{ path: 'scalar', access: 'scalar', writes: false, returns: true },
      emit: (_, __, to) => `${load} ${to}, s[0:3], s${SCALAR.SCRATCH} ${loadBits}`,
    },
  ];
}

function listShareKinds({ dialect: { gfx }, hasGlobalShare }: Frame, path: 'lds' | 'gds'): readonly Kind[] {
  if (path === 'gds' && !hasGlobalShare) return [];
  const address = vectors(path === 'lds' ? VECTOR.LOCAL : VECTOR.GLOBAL);
  const flag = path === 'gds' ? ' gds' : '';
  const [write, read] = ['ds_write_b32', 'ds_read_b32'].map((name) => getMnemonic(name, gfx));
  const common = { path, access: path === 'lds' ? 'local' : 'global' } as const;
  const place = `offset:${SHARE_WORD}${flag}`;
  return [
    { ...common, writes: false, returns: true, emit: (_, __, to) => `${read} ${to}, ${address} ${place}` },
    { ...common, writes: true, returns: false, emit: (_, from) => `${write} ${address}, ${from} ${place}` },
    { ...common, writes: true, returns: false, emit: (_, from) => `ds_sub_u32 ${address}, ${from} ${place}` },
    {
      ...{ ...common, writes: true, returns: true },
      emit: (_, from, to) => `ds_max_rtn_u32 ${to}, ${address}, ${from} ${place}`,
    },
  ];
}

/** An outstanding access of a chain. */
interface Issued {
  readonly kind: Kind;
  readonly number: number;
  readonly result: string;
}

/**
 * Emits a chain of accesses of all kinds to the same bytes. Between two accesses, there is a wait only if they take
 * different paths and one of them writes: it is for the last such access, and leaves all later ones outstanding.
 */
export function emitNeighbourBody(stream: RandomStream, frame: Frame): string {
  const { dialect } = frame;
  const kinds = listKinds(frame);
  const outstanding = new Outstanding(dialect.gfx);
  const issued: Issued[] = [];
  let text = emitStart(frame);
  const count = MIN_ACCESSES + stream.below(EXTRA_ACCESSES);
  for (let i = 0; i < count; i++) {
    const kind = pick(stream, kinds);
    // Scalar accesses count as the first lane's, whose bytes a vector access writes.
    const conflict = issued.filter((other) => mustWait(other.kind, kind)).at(-1);
    const data = vectors(VECTOR.CHAIN + 2 * i);
    const result = kind.path === 'scalar' ? scalars(SCALAR.BURST + i) : vectors(VECTOR.CHAIN + 2 * i + 1);
    text += emitValue(VECTOR.CHAIN + 2 * i, pickValue(stream, 1));
    if (conflict !== undefined) text += outstanding.waitFor(conflict.number);
    text += `\n  ${kind.emit(frame, data, result, pickBits(stream, frame, kind))}`;
    const access = { kind, result, number: outstanding.add(kind.access) };
    issued.push(access);
    if (frame.barrier !== undefined && stream.below(BARRIER_ODDS) === 0) text += frame.barrier;
    if (kind.returns && stream.below(READ_ODDS) === 0)
      text += outstanding.waitFor(access.number) + emitMix(dialect, [result]);
  }
  const results = issued.filter(({ kind }) => kind.returns).map(({ result }) => result);
  return `${text}
  ${waitForEverything(frame)}${emitMix(dialect, results)}`;
}

/** Whether an access must not be issued before an earlier one has returned. */
function mustWait(first: Kind, second: Kind): boolean {
  const share: readonly Path[] = ['lds', 'gds'];
  if (first.path === second.path || share.includes(first.path) || share.includes(second.path)) return false;
  return first.writes || second.writes;
}

/** Waits for all accesses. */
export function waitForEverything({ dialect: { gfx }, hasGlobalShare }: Frame): string {
  const operations = ['load', 'store', 'local', 'scalar'] as const;
  return waitFor(gfx, ...operations, ...(hasGlobalShare ? (['export'] as const) : []));
}

function pickBits(stream: RandomStream, { dialect, isPrivate }: Frame, { writes }: Kind): string {
  if (writes) return dialect.storeBits;
  return isPrivate && stream.below(2) === 0 ? '' : dialect.loadBits;
}

/** Emits code that sets the words and computes their addresses. */
function emitStart(frame: Frame): string {
  const { dialect, hasGlobalShare } = frame;
  const { gfx, add } = dialect;
  const { SCRATCH, ADDRESS, OFFSET, SUM, LOCAL, GLOBAL } = VECTOR;
  const write = getMnemonic('ds_write_b32', gfx);
  // Without a reset, the first access of the wave's first lane to its word would depend on the code before.
  return `
  ${add} v${SCRATCH}, ${WORD}, v${ADDRESS}
  v_mov_b32_e32 v${SCRATCH + 1}, v${ADDRESS + 1}
  v_readfirstlane_b32 s${SCALAR.SCRATCH}, v${OFFSET}
  s_add_i32 s${SCALAR.SCRATCH}, s${SCALAR.SCRATCH}, ${WORD}
  ${dialect.store(`v${SUM}`, `v${OFFSET}`, { offset: WORD })}
  ${write} v${LOCAL}, v${SUM} offset:${SHARE_WORD}
  ${hasGlobalShare ? `${write} v${GLOBAL}, v${SUM} offset:${SHARE_WORD} gds` : ''}
  ${waitForEverything(frame)}`;
}
