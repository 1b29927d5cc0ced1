import {
  CHIP_NAMES,
  type ChipName,
  chipOf,
  factsOf,
  STORES_STAY_IN_L0,
  WITH_GL1_BIT,
  WITH_WGP_MODE,
} from '../../arch/index.js';
import { LITMUS_RESULT_WORDS, type LitmusName } from '../../transactions/index.js';
import type { LitmusEmitters } from './thread-text.js';

/** What the threads of a litmus cell execute, and where. */
export interface LitmusThreads {
  /** A one-sentence description for listings. */
  readonly text: string;
  /** The chips on which the outcome can occur. */
  readonly chips: readonly ChipName[];
  /** Whether the waves run ordered sections. By default, they have no interlock. */
  readonly ordered?: true;
  /** Returns the pixel for a thread. By default, each thread has its own. */
  readonly pixel?: (run: number, thread: number) => readonly [x: number, y: number];
  /** Emits the code that every thread runs before the section, if there is one, and before its own code. */
  readonly before?: (text: LitmusEmitters) => string;
  /** Emits the code of each thread. The number of threads must be a power of two. */
  readonly threads: (text: LitmusEmitters) => readonly string[];
}

/** The number of delay loads needed for a store to come after the first read of its line. */
const AFTER_FIRST_READ = 8;
/** The number of delay loads needed for the second read to come after both stores. */
const AFTER_BOTH_STORES = 20;

/** The number of delay loads needed to keep a wave in its section until the other packer's first waves have exited. */
const AFTER_FIRST_EXIT = 20;

/** The width of the render area in pixels; it contains two regions, one per packer. */
export const LITMUS_WIDTH = 32;
const REGION = LITMUS_WIDTH / 2;

/** The number of times a writer stores to each variable while a reader reads both. */
const STORES = 12;

/** The number of times a reader reads both variables. */
const ROUNDS = LITMUS_RESULT_WORDS / 2;
/** The first destination register of a reader's loads. */
const READ_REGISTER = 24;

/** The values stored to a variable. They increase, so the value read identifies the last store seen. */
const INCREASING = Array.from({ length: STORES }, (_, i) => i + 1);

function filterChips(predicate: (name: ChipName) => boolean): readonly ChipName[] {
  return CHIP_NAMES.filter(predicate);
}

const CHIPS_WITH_STORES_IN_L0 = filterChips((name) => STORES_STAY_IN_L0.includes(chipOf(name).gfx));

/** The chips where GL1 has its own bit and a store from one shader array bypasses the GL1 of another. */
const CHIPS_WITH_SEPARATE_GL1S = filterChips(
  (name) => WITH_GL1_BIT.includes(chipOf(name).gfx) && chipOf(name).shaderArrays > 1,
);

const CHIPS_WITH_CU_PAIRS = filterChips((name) => WITH_WGP_MODE.includes(chipOf(name).gfx));

/** The threads of each litmus cell. */
export const LITMUS_THREADS: Readonly<Record<LitmusName, LitmusThreads>> = {
  litmus_gl1_line: {
    text: 'a load with GLC but without DLC, or with engine scope, reads a stale GL1 line',
    chips: CHIPS_WITH_SEPARATE_GL1S,
    threads: (text) => [emitWriter(text), emitReader(text, text.l0BypassBits)],
  },
  litmus_sibling_l0: {
    text: 'a compute unit reads a stale L0 line after a store by its sibling in the same work-group processor',
    chips: CHIPS_WITH_CU_PAIRS,
    threads: (text) => [emitWriter(text), emitReader(text, '')],
  },
  litmus_late_store: {
    text: 'a scalar load overtakes an earlier store if there is no wait between them',
    chips: CHIP_NAMES,
    threads: (text) => [
      `${text.store('x', 1, text.coherentStore)}${text.scalarLoad(16, 'x', text.coherentLoad)}${text.waitScalars}${text.waitStores}${text.result(0, 's16')}`,
    ],
  },
  litmus_scalar_line: {
    text: 'a scalar load reads a stale scalar cache line',
    chips: CHIP_NAMES,
    threads: (text) => [
      `${text.delay(AFTER_FIRST_READ)}${text.store('x', 1, text.coherentStore)}${text.waitStores}`,
      `${text.scalarLoad(16, 'x', '')}${text.waitScalars}${text.delay(AFTER_BOTH_STORES)}${text.load(5, 'x', text.coherentLoad)}${text.waitLoads}${text.scalarLoad(16, 'x', '')}${text.waitScalars}${text.result(0, 'v5')}${text.result(1, 's16')}`,
    ],
  },
  litmus_id_wrap: {
    text: 'a wave with a small id waits for an older one with a large id',
    chips: filterChips((name) => factsOf(chipOf(name).gfx).hasWaveIds),
    ordered: true,
    pixel: (run) => [run % LITMUS_WIDTH, Math.floor(run / LITMUS_WIDTH)],
    threads: ({ result, collision }) => Array.from({ length: 8 }, (_, thread) => result(thread, collision)),
  },
  litmus_two_packers: {
    text: 'a packer keeps counting exits even though an older wave on another packer is still in its section',
    chips: CHIP_NAMES,
    ordered: true,
    pixel: (run, thread) => [(thread === 0 ? 0 : REGION) + (run % REGION), Math.floor(run / REGION)],
    threads: ({ delay, store, load, result, coherentLoad, coherentStore, waitLoads, waitStores }) => [
      `${delay(AFTER_FIRST_EXIT)}${store('x', 1, coherentStore)}${waitStores}`,
      '',
      `${load(5, 'x', coherentLoad)}${waitLoads}${result(0, 'v5')}`,
      '',
    ],
  },
  litmus_section_line: {
    text: 'a section reads a stale L0 line even though the overlapped wave stored to it and exited',
    chips: filterChips((name) => !factsOf(chipOf(name).gfx).hasGl1 || chipOf(name).shaderArrays > 1),
    ordered: true,
    pixel: (run) => [run % LITMUS_WIDTH, Math.floor(run / LITMUS_WIDTH)],
    before: ({ load, waitLoads }) => `${load(5, 'x', '')}${waitLoads}`,
    threads: ({ delay, store, load, result, coherentStore, waitLoads, waitStores }) => [
      `${delay(AFTER_FIRST_READ)}${store('x', 1, coherentStore)}${waitStores}`,
      `${load(5, 'x', '')}${waitLoads}${result(0, 'v5')}`,
    ],
  },
  litmus_scalar_order: {
    text: 'a scalar load returns before an earlier one',
    chips: CHIP_NAMES,
    threads: (text) => [
      `${INCREASING.map((value) => `${text.store('x', value, text.coherentStore)}${text.store('y', value, text.coherentStore)}`).join('')}${text.waitStores}`,
      emitRounds(
        (first) =>
          `${text.scalarLoad(first, 'y', text.coherentLoad)}${text.scalarLoad(first + 1, 'x', text.coherentLoad)}${text.waitScalars}`,
        (index) => text.result(index, `s${READ_REGISTER + index}`),
      ),
    ],
  },
  litmus_write_back: {
    text: 'a store without GLC may not have reached L2 even after the wave has waited for it',
    chips: CHIPS_WITH_STORES_IN_L0,
    threads: (text) => [
      `${text.store('x', 1, '')}${text.waitStores}${text.store('y', 1, text.coherentStore)}${text.waitStores}`,
      emitRounds(
        (first) =>
          `${text.load(first, 'y', text.coherentLoad)}${text.load(first + 1, 'x', text.coherentLoad)}${text.waitLoads}`,
        (index) => text.result(index, `v${READ_REGISTER + index}`),
      ),
    ],
  },
};

/** Emits code that repeatedly reads both variables and then stores all results. */
function emitRounds(read: (first: number) => string, storeResult: (index: number) => string): string {
  const indices = Array.from({ length: 2 * ROUNDS }, (_, i) => i);
  const reads = indices.filter((index) => index % 2 === 0).map((index) => read(READ_REGISTER + index));
  return `${reads.join('')}${indices.map(storeResult).join('')}`;
}

/** Emits code that stores x and then y, bypassing the caches. It first reads z twice, to reveal which L0 it uses. */
function emitWriter({ load, store, delay, coherentStore, waitLoads, waitStores }: LitmusEmitters): string {
  const reads = `${load(5, 'z', '')}${waitLoads}${load(5, 'z', '')}${waitLoads}`;
  return `${reads}${delay(AFTER_FIRST_READ)}${store('x', 1, coherentStore)}${waitStores}${store('y', 1, coherentStore)}${waitStores}`;
}

/**
 * Emits code that reads x into the caches. After both stores, it reads y, bypassing the caches, and then x again
 * with the given cache bits.
 */
function emitReader({ load, delay, result, coherentLoad, waitLoads }: LitmusEmitters, bits: string): string {
  const firstRead = `${load(5, 'x', '')}${waitLoads}${delay(AFTER_BOTH_STORES)}`;
  const laterReads = `${load(5, 'y', coherentLoad)}${waitLoads}${load(6, 'x', bits)}${waitLoads}`;
  return `${firstRead}${laterReads}${result(0, 'v5')}${result(1, 'v6')}`;
}
