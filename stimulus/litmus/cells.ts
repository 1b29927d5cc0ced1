import type { ChipName } from '../../arch/index.js';
import { CHIP_NAMES, WITH_GL1_BIT, WITH_WGP_MODE } from '../../arch/index.js';
import { LITMUS_RESULT_WORDS, type LitmusName } from '../../transactions/index.js';
import { chipsWith } from '../kit/test.js';
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

/** Places all threads of a run on one pixel. */
const ONE_PIXEL_PER_RUN = (run: number) => [run % LITMUS_WIDTH, Math.floor(run / LITMUS_WIDTH)] as const;

/** The threads of each litmus cell. */
export const LITMUS_THREADS: Readonly<Record<LitmusName, LitmusThreads>> = {
  litmus_gl1_line: {
    text: 'a load with GLC but without DLC reads a stale GL1 line',
    // Here, GL1 has its own bit, and a store from one shader array bypasses the GL1 of another.
    chips: chipsWith((_, { gfx, shaderArrays }) => WITH_GL1_BIT.includes(gfx) && shaderArrays > 1),
    threads: (text) => [emitWriter(text), emitReader(text, 'glc')],
  },
  litmus_sibling_l0: {
    text: 'a compute unit reads a stale L0 line after a store by its sibling in the same work-group processor',
    chips: chipsWith((_, { gfx }) => WITH_WGP_MODE.includes(gfx)),
    threads: (text) => [emitWriter(text), emitReader(text, '')],
  },
  litmus_late_store: {
    text: 'a scalar load overtakes an earlier store if there is no wait between them',
    chips: CHIP_NAMES,
    threads: ({ store, scalarLoad, result, coherentLoad, coherentStore, waitScalars, waitStores }) => [
      `
  ${store('x', 1, coherentStore)}
  ${scalarLoad(16, 'x', coherentLoad)}
  ${waitScalars}
  ${waitStores}
  ${result(0, 's16')}`,
    ],
  },
  litmus_scalar_line: {
    text: 'a scalar load reads a stale scalar cache line',
    chips: CHIP_NAMES,
    threads: ({ delay, store, load, scalarLoad, result, ...text }) => [
      `
  ${delay(AFTER_FIRST_READ)}
  ${store('x', 1, text.coherentStore)}
  ${text.waitStores}`,
      `
  ${scalarLoad(16, 'x', '')}
  ${text.waitScalars}
  ${delay(AFTER_BOTH_STORES)}
  ${load(5, 'x', text.coherentLoad)}
  ${text.waitLoads}
  ${scalarLoad(16, 'x', '')}
  ${text.waitScalars}
  ${result(0, 'v5')}
  ${result(1, 's16')}`,
    ],
  },
  litmus_id_wrap: {
    text: 'a wave with a small id waits for an older one with a large id',
    chips: chipsWith(({ hasWaveIds }) => hasWaveIds),
    ordered: true,
    pixel: ONE_PIXEL_PER_RUN,
    threads: ({ result, collision }) => Array.from({ length: 8 }, (_, thread) => result(thread, collision)),
  },
  litmus_two_packers: {
    text: 'a packer keeps counting exits even though an older wave on another packer is still in its section',
    chips: CHIP_NAMES,
    ordered: true,
    pixel: (run, thread) => [(thread === 0 ? 0 : REGION) + (run % REGION), Math.floor(run / REGION)],
    threads: ({ delay, store, load, result, coherentLoad, coherentStore, waitLoads, waitStores }) => [
      `
  ${delay(AFTER_FIRST_EXIT)}
  ${store('x', 1, coherentStore)}
  ${waitStores}`,
      '',
      `
  ${load(5, 'x', coherentLoad)}
  ${waitLoads}
  ${result(0, 'v5')}`,
      '',
    ],
  },
  litmus_section_line: {
    text: 'a section reads a stale L0 line even though the overlapped wave stored to it and exited',
    chips: chipsWith(({ hasGl1 }, { shaderArrays }) => !hasGl1 || shaderArrays > 1),
    ordered: true,
    pixel: ONE_PIXEL_PER_RUN,
    before: ({ load, waitLoads }) => `${load(5, 'x', '')}\n  ${waitLoads}`,
    threads: ({ delay, store, load, result, coherentStore, waitLoads, waitStores }) => [
      `
  ${delay(AFTER_FIRST_READ)}
  ${store('x', 1, coherentStore)}
  ${waitStores}`,
      `
  ${load(5, 'x', '')}
  ${waitLoads}
  ${result(0, 'v5')}`,
    ],
  },
  litmus_scalar_order: {
    text: 'a scalar load returns before an earlier one',
    chips: CHIP_NAMES,
    threads: ({ store, scalarLoad, result, coherentLoad, coherentStore, waitScalars, waitStores }) => [
      `
  ${INCREASING.map((value) => store('x', value, coherentStore) + store('y', value, coherentStore)).join('')}
  ${waitStores}`,
      emitRounds(
        (first) => `
  ${scalarLoad(first, 'y', coherentLoad)}
  ${scalarLoad(first + 1, 'x', coherentLoad)}
  ${waitScalars}`,
        (index) => result(index, `s${READ_REGISTER + index}`),
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
  return `
  ${load(5, 'z', '')}
  ${waitLoads}
  ${load(5, 'z', '')}
  ${waitLoads}
  ${delay(AFTER_FIRST_READ)}
  ${store('x', 1, coherentStore)}
  ${waitStores}
  ${store('y', 1, coherentStore)}
  ${waitStores}`;
}

/**
 * Emits code that reads x into the caches. After both stores, it reads y, bypassing the caches, and then x again
 * with the given cache bits.
 */
function emitReader({ load, delay, result, coherentLoad, waitLoads }: LitmusEmitters, bits: string): string {
  return `
  ${load(5, 'x', '')}
  ${waitLoads}
  ${delay(AFTER_BOTH_STORES)}
  ${load(5, 'y', coherentLoad)}
  ${waitLoads}
  ${load(6, 'x', bits)}
  ${waitLoads}
  ${result(0, 'v5')}
  ${result(1, 'v6')}`;
}
