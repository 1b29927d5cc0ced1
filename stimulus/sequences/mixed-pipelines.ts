import { CHIP_NAMES, type Chip, type WaveSize } from '../../arch/index.js';
import type { Program, Scenario } from '../../transactions/index.js';
import { FAULTS, type RandomStream } from '../../transactions/index.js';
import { claim, WAVES_OVERLAP } from '../claims.js';
import { pickDrainFields } from '../coverage-fold/drains.js';
import { emitCoverageFold, emitShaderWithoutSection } from '../coverage-fold/program-text.js';
import {
  createFoldDraws,
  createFoldProgram,
  createFoldScenario,
  type FoldDraw,
  type FoldTarget,
} from '../coverage-fold/scenario.js';
import { ALL_SAMPLES, DEPTH_SAMPLES } from '../coverage-fold/sequence.js';
import { applyRegisterFaults } from '../driver/faults.js';
import type { FieldValues } from '../driver/register-fields.js';
import { pick } from '../pick.js';
import { pickMachineAndKnobs } from '../pick-machine.js';
import { canFaultTakeEffect } from '../programs/faults.js';
import { pickPrimitives } from '../scenes/primitives.js';
import type { GenerateRequest, Sequence } from '../sequence.js';

const NAME = 'mixed_pipelines';

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

/** Indices into the result of `createPrograms`. */
const PROGRAM = { FOLD: 0, OTHER_FOLD: 1, PLAIN: 2 } as const;

/** The programs to pick from. Half of them have no section, so draws with and without sections alternate. */
const PROGRAM_CHOICES = [PROGRAM.FOLD, PROGRAM.OTHER_FOLD, PROGRAM.PLAIN, PROGRAM.PLAIN] as const;

const FEATURES = ['mixed-samples', 'sample-interlock', 'drains'] as const;

/** Changes pipelines between draws on the same pixels, without a flush (scenarios.md H19, H20). */
export const mixedPipelines: Sequence<typeof NAME> = {
  name: NAME,
  text: 'change programs, sample counts and interlocks between draws; some draws have no section',
  chips: CHIP_NAMES,
  claims: [
    WAVES_OVERLAP,
    claim('sample counts rise between overlapping draws', 20, 'overlap/samples/more'),
    claim('waves return early', 40, 'exit-path/way/early return'),
  ],
  faults: FAULTS.filter(({ id, where }) => where !== 'program' && canFaultTakeEffect(id, FEATURES)).map(
    ({ id }) => id,
  ),
  generate,
};

function generate(request: GenerateRequest): Scenario {
  const { stream, chip, wave, freedoms } = pickMachineAndKnobs(request, CHIP_NAMES);
  const target: FoldTarget = { chip, wave, width: pick(stream, SIZES), height: pick(stream, SIZES) };
  const drains = pickDrainFields(request.seed, chip, MIN_DRAWS + stream.below(DRAW_COUNT_RANGE));
  const draws = drains.map((fields) => pickDraw(stream, target, fields));
  return createFoldScenario(request, {
    name: NAME,
    freedoms,
    programs: createPrograms(chip, wave),
    draws: applyRegisterFaults(chip.gfx, createFoldDraws(target, draws), request.faults),
    target,
  });
}

function createPrograms(chip: Chip, wave: WaveSize): Program[] {
  const { gfx } = chip;
  return [
    createFoldProgram(NAME, chip, wave),
    createFoldProgram('other_fold', chip, wave, emitCoverageFold(gfx, wave, OTHER_FACTOR)),
    createFoldProgram('plain', chip, wave, emitShaderWithoutSection(gfx, wave)),
  ];
}

function pickDraw(stream: RandomStream, { width, height }: FoldTarget, fields: FieldValues): FoldDraw {
  const perSample = stream.below(2) === 1;
  const samples = pick(stream, perSample ? DEPTH_SAMPLES : ALL_SAMPLES);
  const maxPrimitives = 1 + stream.below(Math.max(MIN_PRIMITIVES, MAX_PRIMITIVES / samples));
  const kind = pick(stream, ['triangles', 'rectangles'] as const);
  return {
    kind,
    samples,
    perSample,
    program: pick(stream, PROGRAM_CHOICES),
    order: stream.below(4) === 0 ? 'unordered' : 'ordered',
    ...pickPrimitives(stream, kind, { width, height }, maxPrimitives),
    fields,
  };
}
