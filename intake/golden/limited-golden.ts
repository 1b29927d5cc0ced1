import { type ChipName, chipOf, GENERATIONS, getExampleChip, type WaveSize } from '../../arch/index.js';
import { selectByGlobs } from '../../harness/basics/index.js';
import { checkFixedKnobs } from '../../harness/selection/index.js';
import {
  callWithLimits,
  DEFAULT_LIMITS,
  type LimitedResult,
  type TestLimits,
} from '../../harness/workers/index.js';
import { GOLDEN_MODE, type GoldenScene, getWordsPerPixel, LIST_ENTRIES } from '../../stimulus/index.js';
import {
  defaultKnobs,
  type KnobValues,
  type Seed,
  UsageError,
  type Violation,
} from '../../transactions/index.js';
import type { GoldenCase } from './golden-files.js';
import type { GoldenRun, GoldenRunRequest, GoldenTarget } from './golden-run.js';

/** A golden program's result for one pixel. */
export type GoldenPixel =
  | {
      readonly kind: 'list';
      /** Number of fragments in the pixel, including those dropped because the list was full. */
      readonly fragments: number;
      /** The entries in section order. */
      readonly entries: readonly { readonly primitive: number; readonly coverage: number }[];
    }
  | { readonly kind: 'fold' /** One per sample. */; readonly accumulators: readonly number[] };

/** Decodes one pixel's words (golden README, "expected.bin"). */
function decodeGoldenPixel({ mode, samples }: GoldenScene, words: Uint32Array): GoldenPixel {
  if (mode === GOLDEN_MODE.SAMPLE_FOLD)
    return { kind: 'fold', accumulators: Array.from(words.subarray(0, samples)) };
  const fragments = words[0]!;
  const entries = Array.from(words.subarray(1, 1 + Math.min(fragments, LIST_ENTRIES)), (word) => ({
    primitive: word >>> 8,
    coverage: word & 0xff,
  }));
  return { kind: 'list', fragments, entries };
}

/** Which golden cases to run on which targets, and how. */
interface GoldenRequest {
  readonly cases: readonly GoldenCase[];
  readonly targets: readonly GoldenTarget[];
  readonly seed: Seed;
  readonly knobs: Partial<KnobValues>;
  /** The limits for one scene on one target; `DEFAULT_LIMITS` by default. */
  readonly limits?: TestLimits;
}

/** The first wrong pixel, and the case and target of the run that produced it. */
export interface GoldenMismatch {
  readonly case: GoldenCase;
  readonly target: GoldenTarget;
  readonly x: number;
  readonly y: number;
  readonly expected: GoldenPixel;
  readonly observed: GoldenPixel;
  /** The pixel's first wrong word. */
  readonly word: { readonly index: number; readonly expected: number; readonly observed: number };
}

/** A scene that failed a scoreboard check, or that hit a budget or limit before any violation. */
export interface GoldenFinding {
  readonly case: GoldenCase;
  readonly target: GoldenTarget;
  readonly signature: string;
  readonly violation: Violation | undefined;
}

/** The number of pixels compared, and how many were wrong. */
export interface GoldenCount {
  pixels: number;
  /** Number of pixels that are wrong on at least one target. */
  mismatches: number;
}

export interface GoldenResult extends GoldenCount {
  readonly cases: number;
  readonly byClass: ReadonlyMap<string, GoldenCount>;
  readonly firstMismatch: GoldenMismatch | undefined;
  readonly findings: readonly GoldenFinding[];
}

/** Returns a target for each chip (default: one per generation), with `wave` or the first wave size it supports. */
export function selectGoldenTargets(chips: readonly ChipName[], wave: WaveSize | undefined): GoldenTarget[] {
  return (chips.length === 0 ? GENERATIONS.map((gfx) => getExampleChip(gfx)) : chips).map((chip) => {
    const { waveSizes } = chipOf(chip);
    if (wave !== undefined && !waveSizes.includes(wave)) {
      throw new UsageError(
        `Cannot use --wave ${wave}: ${chip} only supports wave size ${waveSizes.join(' or ')}`,
      );
    }
    return { chip, wave: wave ?? waveSizes[0]! };
  });
}

/** Returns the cases whose class matches a glob. Throws `UsageError` if there are none. */
export function selectGoldenCases(
  cases: readonly GoldenCase[],
  glob: string | undefined,
): readonly GoldenCase[] {
  if (glob === undefined) return cases;
  const { matching, unmatched } = selectByGlobs(cases, (candidate) => candidate.class, glob);
  if (unmatched === undefined) return matching;
  const classes = [...new Set(cases.map((candidate) => candidate.class))];
  throw new UsageError(
    `No golden class matches --test "${unmatched}": expected one of ${classes.join(', ')}`,
  );
}

/**
 * Runs every case on every target with all scoreboards enabled, and compares each pixel of the storage buffer with the
 * GPU results. A run that exceeds a limit is a finding, and its pixels are neither compared nor counted. Throws
 * `UsageError` if the knobs make correct programs fail on any target.
 *
 * @param onCase called with the number of cases that are done on all targets.
 */
export async function runGolden(
  request: GoldenRequest,
  onCase: (done: number) => void = () => undefined,
): Promise<GoldenResult> {
  const { cases, targets, knobs, limits = DEFAULT_LIMITS } = request;
  const chips = targets.map(({ chip }) => chip);
  checkFixedKnobs({ name: 'golden', knobs: defaultKnobs() }, chips, knobs);
  const tally = new GoldenTally();
  let outcomes: TargetOutcome[] = [];
  let done = 0;
  const runs = callWithLimits<GoldenRunRequest, GoldenRun>(
    'intake/golden/golden-worker.js',
    createRequests(request),
    limits,
  );
  for await (const outcome of runs) {
    outcomes.push({ target: targets[outcomes.length]!, outcome });
    if (outcomes.length < targets.length) continue;
    tally.add(cases[done]!, outcomes);
    outcomes = [];
    done++;
    onCase(done);
  }
  return { ...tally.result(), cases: cases.length };
}

function createRequests({ cases, targets, seed, knobs }: GoldenRequest): GoldenRunRequest[] {
  return cases.flatMap(({ index, scene }) =>
    targets.map((target) => ({ index, scene, target, seed, knobs })),
  );
}

interface TargetOutcome {
  readonly target: GoldenTarget;
  readonly outcome: LimitedResult<GoldenRun>;
}

/** Accumulates the results of all cases. */
class GoldenTally {
  private readonly byClass = new Map<string, GoldenCount>();
  private readonly findings: GoldenFinding[] = [];
  private readonly total: GoldenCount = { pixels: 0, mismatches: 0 };
  private firstMismatch: GoldenMismatch | undefined;

  /** Adds a case that ran on all targets. */
  add(golden: GoldenCase, outcomes: readonly TargetOutcome[]): void {
    const runs: TargetWords[] = [];
    for (const { target, outcome } of outcomes) {
      const { signature, violation } =
        'lost' in outcome ? { signature: outcome.lost, violation: undefined } : outcome.value;
      if (signature !== undefined) this.findings.push({ case: golden, target, signature, violation });
      if ('value' in outcome) runs.push({ target, words: outcome.value.words });
    }
    const { wrong, first } = comparePixels(golden, runs);
    const count = this.byClass.get(golden.class) ?? { pixels: 0, mismatches: 0 };
    this.byClass.set(golden.class, count);
    for (const sum of [count, this.total]) {
      if (runs.length > 0) sum.pixels += golden.scene.width * golden.scene.height;
      sum.mismatches += wrong;
    }
    this.firstMismatch ??= first;
  }

  result() {
    return {
      ...this.total,
      byClass: this.byClass,
      firstMismatch: this.firstMismatch,
      findings: this.findings,
    };
  }
}

/** The final storage buffer of a run on a target. */
interface TargetWords {
  readonly target: GoldenTarget;
  readonly words: Uint32Array;
}

/** Counts the pixels that are wrong in at least one run, and returns the first of them, if any. */
function comparePixels(
  golden: GoldenCase,
  runs: readonly TargetWords[],
): { readonly wrong: number; readonly first: GoldenMismatch | undefined } {
  const { expected } = golden;
  const size = getWordsPerPixel(golden.scene.mode);
  let wrong = 0;
  let first: GoldenMismatch | undefined;
  for (let from = 0; from < expected.length; from += size) {
    const wrongRun = runs.find(({ words }) => findWrongWord(expected, words, from, size) >= 0);
    if (wrongRun === undefined) continue;
    wrong++;
    first ??= describeMismatch(golden, wrongRun, from / size);
  }
  return { wrong, first };
}

function describeMismatch(golden: GoldenCase, { target, words }: TargetWords, pixel: number): GoldenMismatch {
  const { expected } = golden;
  const { width, mode } = golden.scene;
  const size = getWordsPerPixel(mode);
  const from = pixel * size;
  const index = findWrongWord(expected, words, from, size);
  return {
    case: golden,
    target,
    x: pixel % width,
    y: Math.floor(pixel / width),
    expected: decodeGoldenPixel(golden.scene, expected.subarray(from, from + size)),
    observed: decodeGoldenPixel(golden.scene, words.subarray(from, from + size)),
    word: { index, expected: expected[from + index]!, observed: words[from + index]! },
  };
}

/** Returns the index, relative to `from`, of the first of `size` words that differs, or -1. */
function findWrongWord(expected: Uint32Array, words: Uint32Array, from: number, size: number): number {
  for (let i = 0; i < size; i++) if (expected[from + i] !== words[from + i]) return i;
  return -1;
}
