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

/** How programs are run. */
export interface CheckPlan {
  /** Scenes for each variant. */
  readonly seeds: number;
  /** Root of all seeds. */
  readonly seed: string;
  /** A pass that lacks section, overlap or compared memory is a failure. */
  readonly strict?: boolean;
  /** One scene of one variant only, by their numbers. */
  readonly only?: { readonly variant: number; readonly scene: number };
}

/** One scene of one variant of a program. */
export interface CheckedRun {
  readonly variant: number;
  readonly scene: number;
  readonly scenario: Scenario;
  /** Where memory holds values chosen for paths: the scene without, to be run if a wave does not come to its end with them. */
  readonly plain?: () => Scenario;
}

/**
 * The runs of a program, those with the least to rasterise first, so that a program that hangs shows it at once. Equal
 * variants count as one: their waves are the same, whatever the pipeline is called.
 */
export function runsOf(
  { record }: CheckSubject,
  { seeds, seed: root, only }: CheckPlan,
  corpus: Corpus,
): readonly CheckedRun[] {
  const variants = only === undefined ? differentVariants(record) : [only.variant];
  const scenes = only === undefined ? Array.from({ length: seeds }, (_, at) => at) : [only.scene];
  const runs = variants.flatMap((variant) =>
    scenes.map((scene): CheckedRun => {
      const seed = sceneSeed(readSeed(root), record, variant, scene);
      const run = { record, variant: record.variants[variant]!, corpus, seed, scene };
      return {
        variant,
        scene,
        scenario: checkScenario(run),
        ...(choosesContents(scene) ? { plain: () => checkScenario({ ...run, plain: true }) } : {}),
      };
    }),
  );
  return runs
    .map((run) => ({ run, area: areaOf(run.scenario) }))
    .sort((a, b) => a.area - b.area)
    .map(({ run }) => run);
}

/** Numbers of the variants, without those that only repeat an earlier one. */
function differentVariants({ variants }: CorpusRecord): readonly number[] {
  const texts = variants.map(textOf);
  return [...texts.keys()].filter((at) => texts.indexOf(texts[at]!) === at);
}

/** All fields of a variant except how its pipeline was made, which no wave can observe. */
function textOf(variant: CorpusVariant): string {
  return JSON.stringify(variant, (key, value: unknown) => (key === 'mode' ? undefined : value));
}

/** Pixels of all primitives, by the rectangles around them and the render area; what a run takes grows with it. */
function areaOf({ draws }: Scenario): number {
  return draws.reduce((sum, { width, height, vertices }) => {
    for (let at = 0; at < vertices.length; at += 6)
      sum += spread(vertices, at, width) * spread(vertices, at + 1, height);
    return sum;
  }, 0);
}

/** Pixels between the least and the greatest of a triangle's coordinates, within the render area. */
function spread(vertices: readonly number[], at: number, size: number): number {
  const [a, b, c] = [vertices[at]!, vertices[at + 2]!, vertices[at + 4]!].map((each) => each / 256);
  return Math.max(0, Math.min(size, Math.max(a!, b!, c!)) - Math.max(0, Math.min(a!, b!, c!)));
}
