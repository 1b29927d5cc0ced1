import { deriveTestSeed, readSeed } from '../../harness/basics/index.js';
import { checkMemoryLimit } from '../../harness/input/index.js';
import type { KnownIssue } from '../../harness/records/index.js';
import {
  type Corpus,
  type CorpusRecord,
  type CorpusVariant,
  createCheckScenario,
  steersProgram,
} from '../../stimulus/index.js';
import type { Scenario, Seed } from '../../transactions/index.js';
import type { CheckSubject } from './check-subjects.js';

/**
 * Derives the seed for one scene of a variant. It depends on the program's environment rather than its name or code, so
 * that renaming, converting or correcting a program does not change the scenes that it runs on.
 */
function computeSceneSeed(root: Seed, record: CorpusRecord, variant: number, scene: number): string {
  const { chip, wave, interlock, abi } = record;
  const environment = [
    chip,
    wave,
    interlock,
    ...abi.args.map(({ name, file, reg, size }) => `${name} ${file}${reg} ${size}`),
    ...abi.inputs.map(({ attr, name, how }) => `${attr} ${name} ${how}`),
    ...Object.entries(record.variants[variant]?.user_data ?? abi.user_data).flat(),
  ];
  return deriveTestSeed(root, `${environment.join(',')}#${variant}`, scene);
}

/** How to check programs. */
export interface CheckPlan {
  /** Number of scenes per variant. */
  readonly seeds: number;
  readonly seed: string;
  /** Whether a pass that exercised no section, no overlap or no memory comparison counts as a failure. */
  readonly strict?: boolean;
  /** Whether to list the instructions around each finding. */
  readonly isa?: boolean | undefined;
  /** Issues that excuse findings. */
  readonly knownIssues?: readonly KnownIssue[];
  /** Restricts the check to one scene of one variant, by index. */
  readonly only?: { readonly variant: number; readonly scene: number };
}

/** One scene of one program variant. */
export interface PlannedRun {
  readonly variant: number;
  readonly scene: number;
  readonly scenario: Scenario;
  /**
   * Returns the same scene without the memory contents chosen to reach certain paths, in case a wave does not finish
   * with them. Absent if none were chosen.
   */
  readonly makeFallback?: () => Scenario;
}

/**
 * Returns a program's runs, smallest area first, so that a hanging program is detected early. Variants that differ only
 * in how their pipeline was created are run once.
 */
export function planRuns(
  { record, draws }: CheckSubject,
  { seeds, seed: root, only }: CheckPlan,
  corpus: Corpus,
): readonly PlannedRun[] {
  const variants = only === undefined ? listDistinctVariants(record) : [only.variant];
  const scenes = only === undefined ? Array.from({ length: seeds }, (_, scene) => scene) : [only.scene];
  const runs = variants.flatMap((variant) =>
    scenes.map((scene): PlannedRun => {
      const seed = computeSceneSeed(readSeed(root), record, variant, scene);
      const run = { record, variant: record.variants[variant]!, corpus, seed, scene, draws };
      const scenario = createCheckScenario(run);
      checkMemoryLimit(scenario, record.shader);
      const makeFallback = () => createCheckScenario({ ...run, withoutSteering: true });
      return { variant, scene, scenario, ...(steersProgram(scene) ? { makeFallback } : {}) };
    }),
  );
  const areas = new Map(runs.map((run) => [run, computeArea(run.scenario)]));
  return runs.sort((a, b) => areas.get(a)! - areas.get(b)!);
}

/** Returns the indices of the variants that do not repeat an earlier one. */
function listDistinctVariants({ variants }: CorpusRecord): readonly number[] {
  const texts = variants.map(serialise);
  return [...texts.keys()].filter((variant) => texts.indexOf(texts[variant]!) === variant);
}

/** Serialises what waves can observe of a variant, which excludes how its pipeline was created. */
function serialise(variant: CorpusVariant): string {
  return JSON.stringify(variant, (key, value: unknown) => (key === 'mode' ? undefined : value));
}

/** Returns the number of pixels in all primitives' bounding rectangles, which largely determines a run's duration. */
function computeArea({ draws }: Scenario): number {
  return draws.reduce((sum, { width, height, vertices }) => {
    for (let first = 0; first < vertices.length; first += 6)
      sum += computeExtent(vertices, first, width) * computeExtent(vertices, first + 1, height);
    return sum;
  }, 0);
}

/** Returns a triangle's extent along one axis in pixels, clipped to the render area. */
function computeExtent(vertices: readonly number[], first: number, size: number): number {
  const [a, b, c] = [vertices[first]!, vertices[first + 2]!, vertices[first + 4]!].map((x) => x / 256);
  return Math.max(0, Math.min(size, Math.max(a!, b!, c!)) - Math.max(0, Math.min(a!, b!, c!)));
}
