import { defaultKnobs, type KnobValues, setting } from './knobs/index.js';

/**
 * A litmus test: its pattern, and the number of runs it needs. Its WEAK rule describes the outcome that must be
 * possible.
 */
export interface LitmusTest {
  /** Name of the litmus pattern in the literature (docs/litmus.md). */
  readonly pattern: string;
  /** Number of waves per run. */
  readonly threads: number;
  /**
   * The fraction of runs that showed the outcome, on the chip where it is rarest, and the number of runs measured
   * there.
   */
  readonly measured: { readonly fraction: number; readonly runs: number };
  /** The probability assumed for each run, well below the measured fraction (docs/litmus.md). */
  readonly probability: number;
  /** Knobs that differ from their defaults. */
  readonly knobs: Partial<KnobValues>;
}

const STALE_CACHES: Partial<KnobValues> = { caches: setting('caches', 'stale'), primitivesPerWave: 1 };
const ONE_PRIMITIVE_PER_WAVE: Partial<KnobValues> = { primitivesPerWave: 1 };

/** All litmus tests, by name. */
export const LITMUS_TESTS = {
  litmus_gl1_line: {
    pattern: 'MP with the line of x already cached',
    threads: 2,
    measured: { fraction: 0.497, runs: 3540 },
    probability: 0.3,
    knobs: STALE_CACHES,
  },
  litmus_sibling_l0: {
    pattern: 'MP with the line of x already cached',
    threads: 2,
    measured: { fraction: 0.125, runs: 14940 },
    probability: 0.08,
    knobs: STALE_CACHES,
  },
  litmus_late_store: {
    pattern: 'CoWR through two paths',
    threads: 1,
    measured: { fraction: 0.825, runs: 1380 },
    probability: 0.6,
    knobs: ONE_PRIMITIVE_PER_WAVE,
  },
  litmus_scalar_line: {
    pattern: 'CoRR through two paths',
    threads: 2,
    measured: { fraction: 1, runs: 1380 },
    probability: 0.6,
    knobs: STALE_CACHES,
  },
  litmus_id_wrap: {
    pattern: 'not a memory pattern: a ticket lock whose numbers wrap',
    threads: 8,
    measured: { fraction: 1, runs: 1380 },
    probability: 0.6,
    knobs: { ...ONE_PRIMITIVE_PER_WAVE, idWrap: 7, idWindow: 6, idStart: 4 },
  },
  litmus_two_packers: {
    pattern: 'IRIW with exits as the writes',
    threads: 4,
    measured: { fraction: 0.999, runs: 1380 },
    probability: 0.6,
    knobs: { ...ONE_PRIMITIVE_PER_WAVE, idWindow: 2 },
  },
  litmus_section_line: {
    pattern: 'MP with the exit as the flag',
    threads: 2,
    measured: { fraction: 0.823, runs: 3540 },
    probability: 0.3,
    knobs: { ...STALE_CACHES, idWindow: 16 },
  },
  litmus_scalar_order: {
    pattern: 'MP, reads reordered',
    threads: 2,
    measured: { fraction: 0.43, runs: 3540 },
    probability: 0.3,
    knobs: ONE_PRIMITIVE_PER_WAVE,
  },
} as const satisfies Readonly<Record<string, LitmusTest>>;

/** The name of a litmus test (litmus.md). */
export type LitmusName = keyof typeof LITMUS_TESTS;

/** Names of all litmus tests. */
export const LITMUS_NAMES = Object.keys(LITMUS_TESTS) as LitmusName[];

/** Maximum probability that a test misses an outcome the device can produce. */
const MAX_MISS_PROBABILITY = 1e-9;

/**
 * Returns the number of runs needed to see the outcome with a probability above 1 - 1e-9: the smallest n with
 * (1 - probability)^n < 1e-9.
 *
 * Example: 59 for a probability of 0.3.
 */
export function countLitmusRuns(name: LitmusName): number {
  let runs = 0;
  for (let missed = 1; missed >= MAX_MISS_PROBABILITY; missed *= 1 - LITMUS_TESTS[name].probability) runs++;
  return runs;
}

/** Returns the values of all knobs for a litmus test. The assumed probability only applies with these values. */
export function getLitmusKnobValues(name: LitmusName): KnobValues {
  return { ...defaultKnobs(), ...LITMUS_TESTS[name].knobs };
}

/** Name of the memory object shared by a litmus test's waves. It starts with the results of all runs. */
export const LITMUS_MEMORY = 'litmus';

/** Number of result words per run. Each is 0 if nothing was stored, otherwise the value read plus 1. */
export const LITMUS_RESULT_WORDS = 16;
