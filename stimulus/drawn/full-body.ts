import { counterMaximum, getMnemonic, getName, listMemoryRows } from '../../arch/index.js';
import type { RandomStream } from '../../transactions/index.js';
import { emitWaits, scalars, vectors } from '../dialect/index.js';
import { pick } from '../kit/chance.js';
import { emitAccess, formatPlain } from './access-text.js';
import { BYTES, emitMix, type Frame, listVectors, SCALAR, SCALARS, VECTOR, VECTORS } from './frame.js';
import { getWordImage } from './image-text.js';
import { waitForEverything } from './neighbour-body.js';
import { getCounters } from './outstanding.js';

const MIN_BURSTS = 1;
const EXTRA_BURSTS = 2;

/** How often each burst is repeated. */
const ROUNDS = 2;

/** How many accesses a burst has more than the counter can hold. */
const EXCESSES = [-1, 0, 0, 1, 1, 2] as const;
/** How many accesses may be outstanding when the burst is repeated. */
const REMAINDERS = [0, 0, 1] as const;

/** A store that increments two counters. */
const FLAT_STORE = `\n  flat_store_dword ${vectors(VECTOR.ADDRESS, 2)}, ${vectors(VECTOR.SUM)}`;

/** The loads whose results are mixed into the sum: the last ones of a burst. */
const MIXED = 8;

/** The accesses of which bursts fill a counter: their space, class and bytes per lane, and whether they store. */
const BURSTS = [
  ['buffer', 'load', BYTES.LANE, false],
  ['buffer', 'store', BYTES.LANE, true],
  ['lds', 'local', BYTES.LOCAL, false],
  ['lds', 'local', BYTES.LOCAL, true],
  ['gds', 'global', BYTES.GLOBAL, true],
  ['scalar', 'scalar', BYTES.INPUT, false],
  ['image', 'sample', BYTES.LANE, false],
] as const;

type Burst = (typeof BURSTS)[number];

/**
 * Emits bursts that fill a counter exactly, or with one access too few or too many, so that the wave waits for room. The
 * burst is repeated as soon as the counter is empty, or has one access left.
 */
export function emitFullBody(stream: RandomStream, frame: Frame): string {
  const { dialect, hasGlobalShare, input } = frame;
  const { gfx } = dialect;
  const bursts = BURSTS.filter(
    ([space]) => (space !== 'gds' || hasGlobalShare) && (space !== 'scalar' || input !== undefined),
  );
  const start = [BURSTS[1], BURSTS[3]].map((burst) => emitAccesses(stream, frame, burst, burst[2] / 4));
  const texts = Array.from({ length: MIN_BURSTS + stream.below(EXTRA_BURSTS) }, (_, i) => {
    const burst = pick(stream, bursts);
    const [space, access, , isStore] = burst;
    const [counter] = getCounters(gfx, access);
    // Each load has a register of its own.
    const limit = space === 'scalar' ? SCALARS - SCALAR.BURST : VECTORS - VECTOR.BURST;
    const count = Math.min(limit, counterMaximum(gfx, counter!) + pick(stream, EXCESSES));
    const results = isStore
      ? listVectors(VECTOR.BURST, 2)
      : Array.from({ length: MIXED }, (_, j) => formatRegister(burst, count - 1 - j));
    const reads = isStore
      ? results.map((register, j) => formatPlain(frame, space, register, 4 * j, false)).join('')
      : '';
    const rounds = scalars(SCALAR.SCRATCH);
    return `
  s_mov_b32 ${rounds}, ${ROUNDS}
burst${i}:${emitAccesses(stream, frame, burst, count)}${isStore && stream.below(2) === 0 ? `${FLAT_STORE} ${dialect.storeBits}` : ''}
  ${emitWaits(gfx, { [counter!]: isStore ? pick(stream, REMAINDERS) : 0 })}
  s_sub_u32 ${rounds}, ${rounds}, 1
  s_cmp_lg_u32 ${rounds}, 0
  s_cbranch_scc1 burst${i}
  ${waitForEverything(frame)}${reads}${isStore ? waitForEverything(frame) : ''}${emitMix(dialect, results)}`;
  });
  return `${start.join('')}${waitForEverything(frame)}${texts.join('')}`;
}

/** Registers whose values stores leave in turn, so that their order shows. */
const STORED = [VECTOR.SUM, VECTOR.OFFSET, VECTOR.LOCAL] as const;

/** Formats the register of access number `i` of a burst. */
function formatRegister([space, , , isStore]: Burst, i: number): string {
  if (space === 'scalar') return scalars(SCALAR.BURST + i);
  return vectors(isStore ? STORED[i % STORED.length]! : VECTOR.BURST + i);
}

function emitAccesses(stream: RandomStream, frame: Frame, burst: Burst, count: number): string {
  const [space, , bytes, isStore] = burst;
  if (space === 'image') return emitSamples(stream, frame, count);
  return Array.from({ length: count }, (_, i) => {
    const register = formatRegister(burst, i);
    const offset = (4 * i) % bytes;
    if (space !== 'scalar') return formatPlain(frame, space, register, offset, isStore);
    const load = getMnemonic('s_load_dword', frame.dialect.gfx);
    return `\n  ${load} ${register}, ${scalars(SCALAR.INPUT_BASE, 2)}, ${offset}`;
  }).join('');
}

/** Emits samples of the lane's first texel. What the first one sets for its address serves the others too. */
function emitSamples(stream: RandomStream, frame: Frame, count: number): string {
  const { gfx, loadBits: bits } = frame.dialect;
  const sample = listMemoryRows(frame.set).find((row) => getName(row, gfx) === 'image_sample_lz')!;
  const image = getWordImage(frame);
  const access = { ...{ row: { ...sample, bytes: 4 }, image, bits, returns: false }, offset: 0 };
  return Array.from({ length: count }, (_, i) => {
    const text = emitAccess(stream, frame, { ...access, space: 'image', result: VECTOR.BURST + i });
    return i === 0 ? text : text.slice(text.lastIndexOf('\n'));
  }).join('');
}
