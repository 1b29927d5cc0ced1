import { defaultFreedoms, type Freedoms, setting } from './knobs/index.js';

/**
 * A litmus cell: the test to run, and the number of runs it needs. Its WEAK rule describes the outcome that must be
 * possible.
 */
export interface LitmusCell {
  /** Name of the litmus pattern in the literature (docs/litmus.md). */
  readonly form: string;
  /** Number of waves per run. */
  readonly threads: number;
  /**
   * The fraction of runs that showed the outcome, on the chip where it is rarest, and the number of runs measured
   * there (`npm run bench -- litmus`).
   */
  readonly measured: { readonly share: number; readonly runs: number };
  /** The probability assumed for each run, well below the measured fraction (docs/litmus.md). */
  readonly chance: number;
  /** Knobs that differ from their defaults. */
  readonly knobs: Partial<Freedoms>;
}

const STALE_CACHES: Partial<Freedoms> = { caches: setting('caches', 'stale'), primitivesPerWave: 1 };
const ONE_PRIMITIVE_PER_WAVE: Partial<Freedoms> = { primitivesPerWave: 1 };

/** All cells, by test name. */
export const LITMUS_CELLS = {
  litmus_gl1_line: {
    form: 'MP with the line of x already cached',
    threads: 2,
    measured: { share: 0.497, runs: 3540 },
    chance: 0.3,
    knobs: STALE_CACHES,
  },
  litmus_sibling_l0: {
    form: 'MP with the line of x already cached',
    threads: 2,
    measured: { share: 0.125, runs: 14940 },
    chance: 0.08,
    knobs: STALE_CACHES,
  },
  litmus_late_store: {
    form: 'CoWR through two paths',
    threads: 1,
    measured: { share: 0.825, runs: 1380 },
    chance: 0.6,
    knobs: ONE_PRIMITIVE_PER_WAVE,
  },
  litmus_scalar_line: {
    form: 'CoRR through two paths',
    threads: 2,
    measured: { share: 1, runs: 1380 },
    chance: 0.6,
    knobs: STALE_CACHES,
  },
  litmus_id_wrap: {
    form: 'no memory pattern: a ticket lock whose numbers wrap',
    threads: 8,
    measured: { share: 1, runs: 1380 },
    chance: 0.6,
    knobs: { ...ONE_PRIMITIVE_PER_WAVE, idWrap: 7, idWindow: 6, idStart: 4 },
  },
  litmus_two_packers: {
    form: 'IRIW with exits as the writes',
    threads: 4,
    measured: { share: 0.999, runs: 1380 },
    chance: 0.6,
    knobs: { ...ONE_PRIMITIVE_PER_WAVE, idWindow: 2 },
  },
  litmus_section_line: {
    form: 'MP with the exit as the flag',
    threads: 2,
    measured: { share: 0.823, runs: 3540 },
    chance: 0.3,
    knobs: { ...STALE_CACHES, idWindow: 16 },
  },
  litmus_scalar_order: {
    form: 'MP, reads reordered',
    threads: 2,
    measured: { share: 0.43, runs: 3540 },
    chance: 0.3,
    knobs: ONE_PRIMITIVE_PER_WAVE,
  },
  litmus_write_back: {
    form: 'MP with waits',
    threads: 2,
    measured: { share: 0.297, runs: 7680 },
    chance: 0.15,
    knobs: STALE_CACHES,
  },
} as const satisfies Readonly<Record<string, LitmusCell>>;

/** The name of a litmus cell (litmus.md). */
export type LitmusName = keyof typeof LITMUS_CELLS;

/** Names of all cells. */
export const LITMUS_NAMES = Object.keys(LITMUS_CELLS) as LitmusName[];

/** Maximum probability that a test misses an outcome of which the device is capable. */
const MAX_MISS_CHANCE = 1e-9;

/**
 * Returns the number of runs needed to see the outcome with a probability above 1 - 1e-9: the smallest n with
 * (1 - chance)^n < 1e-9.
 *
 * Example: 59 for a chance of 0.3.
 */
export function countLitmusRuns(name: LitmusName): number {
  let runs = 0;
  for (let missChance = 1; missChance >= MAX_MISS_CHANCE; missChance *= 1 - LITMUS_CELLS[name].chance) runs++;
  return runs;
}

/** Returns the values of all knobs for a cell. Its assumed probability holds for these. */
export function getLitmusFreedoms(name: LitmusName): Freedoms {
  return { ...defaultFreedoms(), ...LITMUS_CELLS[name].knobs };
}

/** Name of the memory object shared by a cell's waves. It starts with the results of all runs. */
export const LITMUS_MEMORY = 'litmus';

/** Number of result words per run. Each is 0 if nothing was stored, otherwise the value read plus 1. */
export const LITMUS_RESULT_WORDS = 16;
