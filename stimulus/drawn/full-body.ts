import { type CounterName, counterMaximum, getCounter, getMnemonic } from '../../arch/index.js';
import type { RandomStream } from '../../transactions/index.js';
import { emitWaits } from '../dialect/index.js';
import { pick } from '../kit/chance.js';
import {
  emitMix,
  type Frame,
  LANE_BYTES,
  LOCAL_BYTES,
  listVectors,
  SCALAR,
  SCALARS,
  scalars,
  VECTOR,
  VECTORS,
  vectors,
} from './frame.js';
import { waitForEverything } from './neighbour-body.js';

const MIN_BURSTS = 1;
const EXTRA_BURSTS = 2;

/** How often each burst is repeated. */
const ROUNDS = 2;

/** How many accesses a burst has more than the counter can hold. */
const EXCESSES = [-1, 0, 0, 1, 1, 2] as const;
/** How many accesses may be outstanding when the burst is repeated. */
const REMAINDERS = [0, 0, 1] as const;

/** A class of accesses whose bursts fill a counter. */
interface Burst {
  readonly counter: CounterName;
  /** The maximum number of accesses, given their registers. */
  readonly limit: number;
  /** Emits access number `i`. */
  readonly emit: (i: number) => string;
  /** The registers that a burst of `count` accesses loads. */
  readonly results: (count: number) => readonly string[];
}

/** The number of registers for results. */
const RESULTS = VECTORS - VECTOR.BURST;
const SCALAR_RESULTS = SCALARS - SCALAR.BURST;

function listBursts(frame: Frame): readonly Burst[] {
  const { dialect, hasInput, hasGlobalShare } = frame;
  const { gfx } = dialect;
  const offset = vectors(VECTOR.OFFSET);
  const [write, read] = ['ds_write_b32', 'ds_read_b32'].map((name) => getMnemonic(name, gfx));
  const none = (): readonly string[] => [];
  const loaded = (count: number): readonly string[] => listVectors(VECTOR.BURST, count);
  const place = (i: number): number => 4 * (i % (LANE_BYTES / 4));
  const local = (i: number): number => 4 * (i % (LOCAL_BYTES / 4));
  const sum = vectors(VECTOR.SUM);
  const bursts: Burst[] = [
    {
      ...{ counter: getCounter(gfx, 'load'), limit: RESULTS, results: loaded },
      emit: (i) => dialect.load(vectors(VECTOR.BURST + i), offset, { offset: place(i) }),
    },
    {
      ...{ counter: getCounter(gfx, 'store'), limit: Infinity, results: none },
      emit: (i) => dialect.store(sum, offset, { offset: place(i) }),
    },
    {
      ...{ counter: getCounter(gfx, 'local'), limit: Infinity, results: none },
      emit: (i) => `${write} ${vectors(VECTOR.LOCAL)}, ${sum} offset:${local(i)}`,
    },
    {
      ...{ counter: getCounter(gfx, 'local'), limit: RESULTS, results: loaded },
      emit: (i) => `${read} ${vectors(VECTOR.BURST + i)}, ${vectors(VECTOR.LOCAL)} offset:${local(i)}`,
    },
  ];
  if (hasInput)
    bursts.push({
      ...{ counter: getCounter(gfx, 'scalar'), limit: SCALAR_RESULTS },
      emit: (i) =>
        `${getMnemonic('s_load_dword', gfx)} s${SCALAR.BURST + i}, ${scalars(SCALAR.INPUT_BASE, 2)}, ${4 * i}`,
      results: (count) => Array.from({ length: count }, (_, i) => scalars(SCALAR.BURST + i)),
    });
  if (hasGlobalShare)
    bursts.push({
      ...{ counter: getCounter(gfx, 'export'), limit: Infinity, results: none },
      emit: (i) => `${write} ${vectors(VECTOR.GLOBAL)}, ${sum} offset:${4 * (i % 2)} gds`,
    });
  return bursts;
}

/**
 * Emits bursts that fill a counter exactly, or with one access too few or too many, so that the wave waits for room. The
 * next burst of the same kind begins as soon as the counter is empty, or has one access left.
 */
export function emitFullBody(stream: RandomStream, frame: Frame): string {
  const { dialect } = frame;
  const { gfx } = dialect;
  const bursts = listBursts(frame);
  const [, store, write] = bursts as readonly [Burst, Burst, Burst];
  const start = emitAccesses(store, LANE_BYTES / 4) + emitAccesses(write, LOCAL_BYTES / 4);
  const texts = Array.from({ length: MIN_BURSTS + stream.below(EXTRA_BURSTS) }, (_, i) => {
    const burst = pick(stream, bursts);
    const { counter, limit, results } = burst;
    const count = Math.min(limit, counterMaximum(gfx, counter) + pick(stream, EXCESSES));
    const remainder = results(count).length > 0 ? 0 : pick(stream, REMAINDERS);
    const rounds = scalars(SCALAR.SCRATCH);
    return `
  s_mov_b32 ${rounds}, ${ROUNDS}
burst${i}:${emitAccesses(burst, count)}
  ${emitWaits(gfx, { [counter]: remainder })}
  s_sub_u32 ${rounds}, ${rounds}, 1
  s_cmp_lg_u32 ${rounds}, 0
  s_cbranch_scc1 burst${i}
  ${waitForEverything(frame)}${emitMix(dialect, results(count).slice(-8))}`;
  });
  return `${start}\n  ${waitForEverything(frame)}${texts.join('')}`;
}

function emitAccesses({ emit }: Burst, count: number): string {
  return Array.from({ length: count }, (_, i) => `\n  ${emit(i)}`).join('');
}
