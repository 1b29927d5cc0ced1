import { readSeed } from '../../base/basics/index.js';
import {
  type Corpus,
  type CorpusRecord,
  type CorpusVariant,
  checkScenario,
  hasChosenContents,
} from '../../stimulus/index.js';
import type { Scenario } from '../../transactions/index.js';
import type { CheckSubject } from './check-subjects.js';
import { sceneSeed } from './scene-seed.js';

/** How to run programs. */
export interface CheckPlan {
  /** Number of scenes per variant. */
  readonly seeds: number;
  /** The root seed. */
  readonly seed: string;
  /** Whether a pass without a section, an overlap or compared memory counts as a failure. */
  readonly strict?: boolean;
  /** Restricts the check to one scene of one variant, by number. */
  readonly only?: { readonly variant: number; readonly scene: number };
  /** The share of one thread: every `of`-th run, starting with run `index`. */
  readonly part?: { readonly index: number; readonly of: number };
}

/** One scene of one program variant. */
export interface CheckedRun {
  /** Index among the program's runs. */
  readonly at: number;
  /** Number of pixels in the primitives' bounding rectangles. */
  readonly area: number;
  readonly variant: number;
  readonly scene: number;
  readonly scenario: Scenario;
  /**
   * If memory contents are chosen to reach certain paths, returns the scene without those contents, to be run if a
   * wave does not finish with them.
   */
  readonly plain?: () => Scenario;
}

/**
 * Returns a program's runs, smallest area first, so that a hanging program is detected early. Equal variants count as
 * one, since only their pipeline names differ.
 */
export function planRuns(
  { record }: CheckSubject,
  { seeds, seed: root, only, part = { index: 0, of: 1 } }: CheckPlan,
  corpus: Corpus,
): readonly CheckedRun[] {
  const variants = only === undefined ? distinctVariants(record) : [only.variant];
  const scenes = only === undefined ? Array.from({ length: seeds }, (_, scene) => scene) : [only.scene];
  return variants
    .flatMap((variant) => scenes.map((scene) => ({ variant, scene })))
    .map((run, at) => ({ ...run, at }))
    .filter(({ at }) => at % part.of === part.index)
    .map(({ at, variant, scene }): CheckedRun => {
      const seed = sceneSeed(readSeed(root), record, variant, scene);
      const run = { record, variant: record.variants[variant]!, corpus, seed, scene };
      const scenario = checkScenario(run);
      return {
        ...{ at, area: computeArea(scenario), variant, scene, scenario },
        ...(hasChosenContents(scene) ? { plain: () => checkScenario({ ...run, plain: true }) } : {}),
      };
    })
    .sort(compareRuns);
}

/** Compares two runs of a program, independently of the number of threads. */
export function compareRuns(one: OrderedRun, other: OrderedRun): number {
  return one.area - other.area || one.at - other.at;
}

type OrderedRun = Pick<CheckedRun, 'area' | 'at'>;

/** Returns the indices of the variants that do not repeat an earlier one. */
function distinctVariants({ variants }: CorpusRecord): readonly number[] {
  const texts = variants.map(serialise);
  return [...texts.keys()].filter((variant) => texts.indexOf(texts[variant]!) === variant);
}

/** Serialises the fields of a variant that waves can observe, which excludes how its pipeline was created. */
function serialise(variant: CorpusVariant): string {
  return JSON.stringify(variant, (key, value: unknown) => (key === 'mode' ? undefined : value));
}

/** Returns the number of pixels in the bounding rectangles of all primitives, which drives a run's time. */
function computeArea({ draws }: Scenario): number {
  return draws.reduce((sum, { width, height, vertices }) => {
    for (let first = 0; first < vertices.length; first += 6)
      sum += pixelsBetween(vertices, first, width) * pixelsBetween(vertices, first + 1, height);
    return sum;
  }, 0);
}

/** Returns the number of pixels between a triangle's minimum and maximum coordinates, within the render area. */
function pixelsBetween(vertices: readonly number[], first: number, size: number): number {
  const [a, b, c] = [vertices[first]!, vertices[first + 2]!, vertices[first + 4]!].map((x) => x / 256);
  return Math.max(0, Math.min(size, Math.max(a!, b!, c!)) - Math.max(0, Math.min(a!, b!, c!)));
}
