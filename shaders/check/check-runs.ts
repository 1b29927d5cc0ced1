import { readSeed } from '../../base/basics/index.js';
import {
  type Corpus,
  type CorpusRecord,
  type CorpusVariant,
  createCheckScenario,
  hasChosenContents,
} from '../../stimulus/index.js';
import type { Scenario } from '../../transactions/index.js';
import type { CheckSubject } from './check-subjects.js';
import { computeSceneSeed } from './scene-seed.js';

/** How to check programs. */
export interface CheckPlan {
  /** Number of scenes per variant. */
  readonly seeds: number;
  /** The root seed. */
  readonly seed: string;
  /** Whether a pass that exercised no section, no overlap or no memory comparison counts as a failure. */
  readonly strict?: boolean;
  /** Restricts the check to one scene of one variant, by number. */
  readonly only?: { readonly variant: number; readonly scene: number };
  /** The runs that one thread handles: every `of`-th one, starting at `index`. */
  readonly part?: { readonly index: number; readonly of: number };
}

/** One scene of one program variant. */
export interface PlannedRun {
  /** Index among the program's runs. */
  readonly index: number;
  /** Number of pixels in the primitives' bounding rectangles. */
  readonly area: number;
  readonly variant: number;
  readonly scene: number;
  readonly scenario: Scenario;
  /**
   * Set if memory contents were chosen to reach certain paths. Returns the same scene without them, as a fallback for
   * when a wave does not finish.
   */
  readonly makeFallback?: () => Scenario;
}

/**
 * Returns a program's runs, smallest area first, so that a hanging program is detected early. Variants that differ only
 * in pipeline name are run once.
 */
export function planRuns(
  { record }: CheckSubject,
  { seeds, seed: root, only, part = { index: 0, of: 1 } }: CheckPlan,
  corpus: Corpus,
): readonly PlannedRun[] {
  const variants = only === undefined ? listDistinctVariants(record) : [only.variant];
  const scenes = only === undefined ? Array.from({ length: seeds }, (_, scene) => scene) : [only.scene];
  return variants
    .flatMap((variant) => scenes.map((scene) => ({ variant, scene })))
    .map((run, index) => ({ ...run, index }))
    .filter(({ index }) => index % part.of === part.index)
    .map(({ index, variant, scene }): PlannedRun => {
      const seed = computeSceneSeed(readSeed(root), record, variant, scene);
      const run = { record, variant: record.variants[variant]!, corpus, seed, scene };
      const scenario = createCheckScenario(run);
      return {
        ...{ index, area: computeArea(scenario), variant, scene, scenario },
        ...(hasChosenContents(scene)
          ? { makeFallback: () => createCheckScenario({ ...run, omitsChosenContents: true }) }
          : {}),
      };
    })
    .sort(compareRuns);
}

/** Orders a program's runs the same way for any number of threads. */
export function compareRuns(a: OrderedRun, b: OrderedRun): number {
  return a.area - b.area || a.index - b.index;
}

type OrderedRun = Pick<PlannedRun, 'area' | 'index'>;

/** Returns the indices of the variants that do not repeat an earlier one. */
function listDistinctVariants({ variants }: CorpusRecord): readonly number[] {
  const texts = variants.map(serialise);
  return [...texts.keys()].filter((variant) => texts.indexOf(texts[variant]!) === variant);
}

/** Serialises the fields of a variant that waves can observe, omitting how its pipeline was created. */
function serialise(variant: CorpusVariant): string {
  return JSON.stringify(variant, (key, value: unknown) => (key === 'mode' ? undefined : value));
}

/** Returns the number of pixels in all primitives' bounding rectangles, which largely determines a run's duration. */
function computeArea({ draws }: Scenario): number {
  return draws.reduce((sum, { width, height, vertices }) => {
    for (let first = 0; first < vertices.length; first += 6)
      sum += countPixelsBetween(vertices, first, width) * countPixelsBetween(vertices, first + 1, height);
    return sum;
  }, 0);
}

/** Returns the number of pixels between a triangle's minimum and maximum coordinates, within the render area. */
function countPixelsBetween(vertices: readonly number[], first: number, size: number): number {
  const [a, b, c] = [vertices[first]!, vertices[first + 2]!, vertices[first + 4]!].map((x) => x / 256);
  return Math.max(0, Math.min(size, Math.max(a!, b!, c!)) - Math.max(0, Math.min(a!, b!, c!)));
}
