import { readSeed } from '../../base/basics/index.js';
import {
  type Corpus,
  type CorpusRecord,
  type CorpusVariant,
  checkScenario,
  choosesContents,
} from '../../stimulus/index.js';
import type { Scenario } from '../../transactions/index.js';
import type { CheckSubject } from './check-subjects.js';
import { sceneSeed } from './scene-seed.js';

/** How to run programs. */
export interface CheckPlan {
  /** Scenes per variant. */
  readonly seeds: number;
  /** Root of all seeds. */
  readonly seed: string;
  /** Makes a pass without section, overlap or compared memory a failure. */
  readonly strict?: boolean;
  /** Only this scene of this variant, by number. */
  readonly only?: { readonly variant: number; readonly scene: number };
  /** Only every `of`-th run, starting with run `index`: the share of one thread. */
  readonly part?: { readonly index: number; readonly of: number };
}

/** One scene of one program variant. */
export interface CheckedRun {
  /** Index among the program's runs. */
  readonly at: number;
  /** Pixels of all primitives. */
  readonly area: number;
  readonly variant: number;
  readonly scene: number;
  readonly scenario: Scenario;
  /**
   * If memory has values chosen to reach paths: the scene without these values, which runs if a wave does not finish with them.
   */
  readonly plain?: () => Scenario;
}

/**
 * A program's runs, smallest area first, so a hanging program is detected at once. Equal variants count as one: only their
 * pipelines' names differ.
 */
export function runsOf(
  { record }: CheckSubject,
  { seeds, seed: root, only, part = { index: 0, of: 1 } }: CheckPlan,
  corpus: Corpus,
): readonly CheckedRun[] {
  const variants = only === undefined ? distinctVariants(record) : [only.variant];
  const scenes = only === undefined ? Array.from({ length: seeds }, (_, at) => at) : [only.scene];
  return variants
    .flatMap((variant) => scenes.map((scene) => ({ variant, scene })))
    .map((place, at) => ({ ...place, at }))
    .filter(({ at }) => at % part.of === part.index)
    .map(({ at, variant, scene }): CheckedRun => {
      const seed = sceneSeed(readSeed(root), record, variant, scene);
      const run = { record, variant: record.variants[variant]!, corpus, seed, scene };
      const scenario = checkScenario(run);
      return {
        ...{ at, area: areaOf(scenario), variant, scene, scenario },
        ...(choosesContents(scene) ? { plain: () => checkScenario({ ...run, plain: true }) } : {}),
      };
    })
    .sort(inOrder);
}

/** The order of a program's runs, for any number of threads. */
export function inOrder(one: OrderedRun, other: OrderedRun): number {
  return one.area - other.area || one.at - other.at;
}

type OrderedRun = Pick<CheckedRun, 'area' | 'at'>;

/** Variant numbers, without repeats of earlier ones. */
function distinctVariants({ variants }: CorpusRecord): readonly number[] {
  const texts = variants.map(textOf);
  return [...texts.keys()].filter((at) => texts.indexOf(texts[at]!) === at);
}

/** All fields of a variant that waves can observe: all but the way its pipeline was created. */
function textOf(variant: CorpusVariant): string {
  return JSON.stringify(variant, (key, value: unknown) => (key === 'mode' ? undefined : value));
}

/** Pixels of all primitives, by bounding rectangle and render area; a run's time grows with it. */
function areaOf({ draws }: Scenario): number {
  return draws.reduce((sum, { width, height, vertices }) => {
    for (let at = 0; at < vertices.length; at += 6)
      sum += pixelsBetween(vertices, at, width) * pixelsBetween(vertices, at + 1, height);
    return sum;
  }, 0);
}

/** Pixels between the extremes of a triangle's coordinates, within the render area. */
function pixelsBetween(vertices: readonly number[], at: number, size: number): number {
  const [a, b, c] = [vertices[at]!, vertices[at + 2]!, vertices[at + 4]!].map((each) => each / 256);
  return Math.max(0, Math.min(size, Math.max(a!, b!, c!)) - Math.max(0, Math.min(a!, b!, c!)));
}
