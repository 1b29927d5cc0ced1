import { type ChipName, chipOf, GENERATIONS, getExampleChip, type WaveSize } from '../../arch/index.js';
import { selectByGlobs } from '../../harness/basics/index.js';
import { checkFixedKnobs } from '../../harness/selection/index.js';
import {
  callWithLimits,
  DEFAULT_LIMITS,
  type LimitedResult,
  type TestLimits,
} from '../../harness/workers/index.js';
import { getWordsPerPixel } from '../../stimulus/index.js';
import {
  defaultKnobs,
  type KnobValues,
  type Seed,
  UsageError,
  type Violation,
} from '../../transactions/index.js';
import type { GoldenCase } from './golden-files.js';
import type { GoldenRun, GoldenRunRequest, GoldenTarget } from './golden-run.js';

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
  /** The pixel's words (golden README, "expected.bin"). */
  readonly expected: Uint32Array;
  readonly observed: Uint32Array;
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

/** The results of all cases. */
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
  const { cases, targets, seed, knobs, limits = DEFAULT_LIMITS } = request;
  const chips = targets.map(({ chip }) => chip);
  checkFixedKnobs({ name: 'golden', knobs: defaultKnobs() }, chips, knobs);
  const tally = new GoldenTally();
  let outcomes: TargetOutcome[] = [];
  const requests = cases.flatMap(({ index, scene }) =>
    targets.map((target) => ({ index, scene, target, seed, knobs })),
  );
  const runs = callWithLimits<GoldenRunRequest, GoldenRun>(
    'intake/golden/golden-worker.js',
    requests,
    limits,
  );
  for await (const outcome of runs) {
    outcomes.push({ target: targets[outcomes.length]!, outcome });
    if (outcomes.length < targets.length) continue;
    tally.add(cases[tally.cases]!, outcomes);
    outcomes = [];
    onCase(tally.cases);
  }
  return tally;
}

interface TargetOutcome {
  readonly target: GoldenTarget;
  readonly outcome: LimitedResult<GoldenRun>;
}

/** Accumulates the results of all cases. */
class GoldenTally implements GoldenResult {
  readonly byClass = new Map<string, GoldenCount>();
  readonly findings: GoldenFinding[] = [];
  cases = 0;
  pixels = 0;
  mismatches = 0;
  firstMismatch: GoldenMismatch | undefined;

  /** Adds a case that ran on all targets. */
  add(golden: GoldenCase, outcomes: readonly TargetOutcome[]): void {
    const { expected, scene } = golden;
    const size = getWordsPerPixel(scene.mode);
    /** The first run that got each wrong pixel wrong. */
    const wrongRuns = new Map<number, { readonly target: GoldenTarget; readonly words: Uint32Array }>();
    for (const { target, outcome } of outcomes) {
      const { signature, violation } =
        'lost' in outcome ? { signature: outcome.lost, violation: undefined } : outcome.value;
      if (signature !== undefined) this.findings.push({ case: golden, target, signature, violation });
      if ('lost' in outcome) continue;
      const { words } = outcome.value;
      for (let index = 0; index < expected.length; index++) {
        const pixel = Math.floor(index / size);
        if (expected[index] !== words[index] && !wrongRuns.has(pixel))
          wrongRuns.set(pixel, { target, words });
      }
    }
    const count = this.byClass.get(golden.class) ?? { pixels: 0, mismatches: 0 };
    this.byClass.set(golden.class, count);
    this.cases++;
    for (const sum of [count, this]) {
      if (outcomes.some(({ outcome }) => 'value' in outcome)) sum.pixels += scene.width * scene.height;
      sum.mismatches += wrongRuns.size;
    }
    const [first] = [...wrongRuns].sort(([a], [b]) => a - b);
    if (first === undefined || this.firstMismatch !== undefined) return;
    const [pixel, { target, words }] = first;
    const getWords = (all: Uint32Array): Uint32Array => all.subarray(pixel * size, (pixel + 1) * size);
    this.firstMismatch = {
      ...{ case: golden, target, x: pixel % scene.width, y: Math.floor(pixel / scene.width) },
      ...{ expected: getWords(expected), observed: getWords(words) },
    };
  }
}
