import type { ChipName, WaveSize } from '../arch/index.js';
import { chipOf, factsOf, GENERATIONS } from '../arch/index.js';
import { GOLDEN_BUFFER, goldenScenario, wordsPerPixel } from '../stimulus/index.js';
import type { Freedoms, Seed, Violation } from '../transactions/index.js';
import { defaultFreedoms, UsageError } from '../transactions/index.js';
import { checkFixedKnobs } from './fixed-knobs.js';
import { selectByGlobs } from './glob.js';
import { bufferWords, type GoldenCase } from './golden-files.js';
import { type GoldenPixel, goldenPixel } from './golden-pixel.js';
import { runScenarioTest } from './run-test.js';
import { testSeed } from './seeds.js';

/** On what golden scenes run. */
export interface GoldenTarget {
  readonly chip: ChipName;
  readonly wave: WaveSize;
}

export interface GoldenRequest {
  readonly cases: readonly GoldenCase[];
  readonly targets: readonly GoldenTarget[];
  /** Root of the schedules. */
  readonly seed: Seed;
  readonly knobs: Partial<Freedoms>;
}

/** The first pixel that came out wrong. */
export interface GoldenMismatch {
  readonly case: GoldenCase;
  readonly target: GoldenTarget;
  readonly x: number;
  readonly y: number;
  readonly expected: GoldenPixel;
  readonly observed: GoldenPixel;
  /** The first wrong word of the pixel. */
  readonly word: { readonly index: number; readonly expected: number; readonly observed: number };
}

/** A scene whose run the scoreboards did not pass; without violation when a budget ended it. */
export interface GoldenFinding {
  readonly case: GoldenCase;
  readonly target: GoldenTarget;
  readonly signature: string;
  readonly violation: Violation | undefined;
}

export interface GoldenCount {
  pixels: number;
  /** Pixels that are wrong on at least one target. */
  mismatches: number;
}

export interface GoldenResult extends GoldenCount {
  readonly cases: number;
  /** Whether there is what a GPU left; otherwise targets are compared with the first one. */
  readonly isExpectedKnown: boolean;
  readonly byClass: ReadonlyMap<string, GoldenCount>;
  readonly firstMismatch: GoldenMismatch | undefined;
  readonly findings: readonly GoldenFinding[];
}

/** Who follows a run case by case. */
export interface GoldenWatch {
  /** A case is done on all targets; `words` is the first target's storage buffer, to keep. */
  readonly onCase?: (done: number, words: Uint32Array) => void;
}

/** One chip a generation, or those that are wanted, with the wave size that is wanted or the chip's first. */
export function goldenTargets(chips: readonly ChipName[], wave: WaveSize | undefined): GoldenTarget[] {
  return (chips.length === 0 ? GENERATIONS.map((gfx) => factsOf(gfx).exampleChip) : chips).map((chip) => {
    const { waveSizes } = chipOf(chip);
    if (wave !== undefined && !waveSizes.includes(wave)) {
      throw new UsageError(
        `Impossible --wave ${wave}: ${chip} has wave size ${waveSizes.join(' and ')} only`,
      );
    }
    return { chip, wave: wave ?? waveSizes[0]! };
  });
}

/** Cases of the classes that match a glob; throws `UsageError` where none does. */
export function selectGolden(cases: readonly GoldenCase[], glob: string | undefined): readonly GoldenCase[] {
  if (glob === undefined) return cases;
  const { matching, idle } = selectByGlobs(cases, (candidate) => candidate.class, glob);
  if (idle === undefined) return matching;
  const classes = [...new Set(cases.map((candidate) => candidate.class))];
  throw new UsageError(`No golden class matches --test "${idle}": there are ${classes.join(', ')}`);
}

/**
 * Runs every case on every target under all scoreboards, and compares the storage buffer pixel by pixel: with what the
 * GPU left, or, where that is not known, with what the first target left. Throws `UsageError` for impossible knobs.
 */
export function runGolden(request: GoldenRequest, watch: GoldenWatch = {}): GoldenResult {
  const chips = request.targets.map(({ chip }) => chip);
  checkFixedKnobs({ name: 'golden', knobs: defaultFreedoms() }, chips, request.knobs);
  const byClass = new Map<string, GoldenCount>();
  const findings: GoldenFinding[] = [];
  const total: GoldenCount = { pixels: 0, mismatches: 0 };
  let firstMismatch: GoldenMismatch | undefined;
  request.cases.forEach((golden, done) => {
    const runs = request.targets.map((target) => runCase(request, golden, target, findings));
    const reference = golden.expected ?? runs[0]!.words;
    const { wrong, first } = comparePixels(golden, reference, runs);
    const count = byClass.get(golden.class) ?? { pixels: 0, mismatches: 0 };
    byClass.set(golden.class, count);
    for (const sum of [count, total]) {
      sum.pixels += golden.scene.width * golden.scene.height;
      sum.mismatches += wrong;
    }
    firstMismatch ??= first;
    watch.onCase?.(done + 1, runs[0]!.words);
  });
  const isExpectedKnown = request.cases.every(({ expected }) => expected !== undefined);
  return { ...total, cases: request.cases.length, isExpectedKnown, byClass, firstMismatch, findings };
}

interface GoldenRunResult {
  readonly target: GoldenTarget;
  readonly words: Uint32Array;
}

function runCase(
  { seed, knobs }: GoldenRequest,
  golden: GoldenCase,
  target: GoldenTarget,
  findings: GoldenFinding[],
): GoldenRunResult {
  const words = new Uint32Array(bufferWords(golden.scene));
  const scenario = goldenScenario(golden.scene, {
    ...target,
    freedoms: { ...defaultFreedoms(), ...knobs },
    schedule: { strategy: 'random', seed: testSeed(seed, 'golden', golden.index) },
  });
  const { finding, verdict } = runScenarioTest(scenario, {
    sink: (transaction) => {
      if (transaction.kind === 'memory-dumped' && transaction.object === GOLDEN_BUFFER)
        words.set(transaction.words);
    },
  });
  if (finding !== undefined) {
    findings.push({ case: golden, target, signature: finding.signature, violation: verdict.violations[0] });
  }
  return { target, words };
}

/** How many pixels are wrong in some run, and the first of them. */
function comparePixels(
  golden: GoldenCase,
  reference: Uint32Array,
  runs: readonly GoldenRunResult[],
): { readonly wrong: number; readonly first: GoldenMismatch | undefined } {
  const size = wordsPerPixel(golden.scene.mode);
  let wrong = 0;
  let first: GoldenMismatch | undefined;
  for (let from = 0; from < reference.length; from += size) {
    const failed = runs.find(({ words }) => firstWrong(reference, words, from, size) >= 0);
    if (failed === undefined) continue;
    wrong++;
    first ??= mismatchAt(golden, reference, failed, from / size);
  }
  return { wrong, first };
}

function mismatchAt(
  golden: GoldenCase,
  reference: Uint32Array,
  { target, words }: GoldenRunResult,
  pixel: number,
): GoldenMismatch {
  const { width, mode } = golden.scene;
  const size = wordsPerPixel(mode);
  const from = pixel * size;
  const index = firstWrong(reference, words, from, size);
  return {
    case: golden,
    target,
    x: pixel % width,
    y: Math.floor(pixel / width),
    expected: goldenPixel(golden.scene, reference.subarray(from, from + size)),
    observed: goldenPixel(golden.scene, words.subarray(from, from + size)),
    word: { index, expected: reference[from + index]!, observed: words[from + index]! },
  };
}

/** Which of the words from `from` on differs first, or -1. */
function firstWrong(reference: Uint32Array, words: Uint32Array, from: number, size: number): number {
  for (let i = 0; i < size; i++) if (reference[from + i] !== words[from + i]) return i;
  return -1;
}
