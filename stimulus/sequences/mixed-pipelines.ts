import { emitCoverageFold, emitSectionless } from '../coverage-fold/program-text.js';
import { pickDrainFields } from '../coverage-fold/sample-fields.js';
import { createFoldProgram, type FoldDraw, foldScenario } from '../coverage-fold/scenario.js';
import { ALL_SAMPLES, DEPTH_SAMPLES } from '../coverage-fold/sequence.js';
import type { FieldValues } from '../driver/draw-intent.js';
import { pick } from '../kit/chance.js';
import { listFaults, NOT_IN_PROGRAMS, sequence, type Test, type TestArea } from '../kit/test.js';
import { FILLED_KINDS } from '../scenes/geometry.js';
import { pickPrimitives } from '../scenes/scene.js';
import { claim, WAVES_OVERLAP } from '../sequence.js';

/** Kept small so that draws overlap. */
const SIZES = [8, 16] as const;

const MIN_DRAWS = 3;
const DRAW_COUNT_RANGE = 4;

/** The maximum number of primitives per draw, before it is divided by the draw's sample count. */
const MAX_PRIMITIVES = 16;
/** The lower bound on that quotient. */
const MIN_PRIMITIVES = 2;

/** The multiplier of the second fold. It differs from that of the first, so results show in which order they ran. */
const OTHER_FACTOR = 17;

/** The programs to pick from: two folds, and one without a section, so draws with and without sections alternate. */
const PROGRAM_CHOICES = [0, 1, 2, 2] as const;

/** Changes pipelines between draws on the same pixels, without a flush (scenarios.md H19, H20). */
export const mixedPipelines = sequence({
  name: 'mixed_pipelines',
  text: 'change programs, sample counts and interlocks between draws; some draws have no section',
  claims: [
    WAVES_OVERLAP,
    claim('sample counts rise between overlapping draws', 20, 'overlap/samples/more'),
    claim('waves return early', 40, 'exit-path/way/early return'),
  ],
  faults: listFaults(['mixed-samples', 'sample-interlock', 'drains'], NOT_IN_PROGRAMS),
  generate: (test) => {
    const { dialect } = test;
    const area = test.area(SIZES);
    const drains = pickDrainFields(test.seed, test.chip, MIN_DRAWS + test.below(DRAW_COUNT_RANGE));
    const draws = drains.map((fields) => pickDraw(test, area, fields));
    return foldScenario(test, area, {
      programs: [
        createFoldProgram(dialect, test.name, emitCoverageFold(dialect)),
        createFoldProgram(dialect, 'other_fold', emitCoverageFold(dialect, { factor: OTHER_FACTOR })),
        createFoldProgram(dialect, 'plain', emitSectionless(dialect)),
      ],
      draws,
    });
  },
});

function pickDraw({ stream }: Test, area: TestArea, fields: FieldValues): FoldDraw {
  const perSample = stream.below(2) === 1;
  const samples = pick(stream, perSample ? DEPTH_SAMPLES : ALL_SAMPLES);
  const maxPrimitives = 1 + stream.below(Math.max(MIN_PRIMITIVES, MAX_PRIMITIVES / samples));
  const kind = pick(stream, FILLED_KINDS);
  return {
    kind,
    samples,
    perSample,
    program: pick(stream, PROGRAM_CHOICES),
    order: stream.below(4) === 0 ? 'unordered' : 'ordered',
    ...pickPrimitives(stream, kind, area, maxPrimitives),
    fields,
  };
}
