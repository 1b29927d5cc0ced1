import type { Chip } from '../../arch/index.js';
import type { Draw, ProgramFeature, RandomStream } from '../../transactions/index.js';
import type { FieldValues } from '../driver/draw-intent.js';
import { pickScissors } from '../driver/options.js';
import { pick } from '../kit/chance.js';
import type { SequenceSpec, Test, TestArea } from '../kit/test.js';
import { listFaults, NOT_IN_PROGRAMS, sequence } from '../kit/test.js';
import { PRIMITIVE_KINDS, type PrimitiveKind } from '../scenes/geometry.js';
import { pickPrimitives, pickSizes } from '../scenes/scene.js';
import type { Sequence } from '../sequence.js';
import { emitCoverageFold } from './program-text.js';
import {
  pickAttributeFields,
  pickDrainFields,
  pickSampleFields,
  pickUnusedAttributes,
} from './sample-fields.js';
import type { FoldDraw, FoldOrder } from './scenario.js';
import { createFoldProgram, foldScenario, MAX_WIDTH } from './scenario.js';

const SIZES = [16, MAX_WIDTH] as const;
const MAX_DRAWS = 4;

/**
 * The orders to choose from for draws that don't need ordering: the interlock only provides mutual exclusion, or
 * the API waived ordering (S-002, S-143).
 */
const UNORDERED: readonly FoldOrder[] = ['unordered', 'unordered', 'relaxed'];

/** The maximum number of primitives per draw is the larger of `MAX_PRIMITIVES` / samples and `MIN_PRIMITIVES`. */
const MAX_PRIMITIVES = 24;
const MIN_PRIMITIVES = 3;

/** All sample counts. */
export const ALL_SAMPLES: readonly Draw['samples'][] = [1, 2, 4, 8, 16];
/**
 * The sample counts of depth surfaces. Sample interlocks are limited to these, since GFX11 cannot distinguish
 * more samples than that (S-128).
 */
export const DEPTH_SAMPLES: readonly Draw['samples'][] = [1, 2, 4, 8];

/** What distinguishes one fold-based sequence from another. */
export interface FoldSpec<Name extends string = string> extends Omit<SequenceSpec<Name>, 'generate'> {
  readonly features: readonly ProgramFeature[];
  /** The kinds of primitives that each draw chooses from; all by default. */
  readonly kinds?: readonly PrimitiveKind[];
  /** Set if the draws need mutual exclusion but not ordering (S-002, S-143). */
  readonly unordered?: true;
  /** Picks the register fields of a draw in addition to those for its primitives and samples. */
  readonly fields?: (stream: RandomStream, chip: Chip) => FieldValues;
}

/**
 * Creates a sequence of random primitives of the kinds in `spec`, with a program that folds every covered sample
 * into a buffer. The sample count varies between draws.
 */
export function createFoldSequence<Name extends string>(spec: FoldSpec<Name>): Sequence<Name> {
  return sequence({
    faults: listFaults(spec.features, NOT_IN_PROGRAMS, spec.chips),
    ...spec,
    generate: (test) => {
      const area = test.area(SIZES);
      const perSample = test.below(2) === 1;
      const drains = pickDrainFields(test.seed, test.chip, 1 + test.below(MAX_DRAWS));
      const draws = drains.map((fields) => pickDraw(spec, test, area, perSample, fields));
      return foldScenario(test, area, {
        programs: [createFoldProgram(test, spec.name, emitCoverageFold(test.dialect))],
        draws,
      });
    },
  });
}

function pickDraw(
  spec: FoldSpec,
  { stream, chip }: Test,
  area: TestArea,
  perSample: boolean,
  drainFields: FieldValues,
): FoldDraw {
  const kind = pick(stream, spec.kinds ?? PRIMITIVE_KINDS);
  const samples = pick(stream, perSample ? DEPTH_SAMPLES : ALL_SAMPLES);
  const order: FoldOrder = spec.unordered === true ? pick(stream, UNORDERED) : 'ordered';
  const unusedAttributes = pickUnusedAttributes(stream);
  const maxPrimitives = 1 + stream.below(Math.max(MIN_PRIMITIVES, MAX_PRIMITIVES / samples));
  return {
    kind,
    samples,
    perSample,
    ...pickPrimitives(stream, kind, area, maxPrimitives),
    order,
    unusedAttributes,
    registers: pickScissors(stream, area),
    fields: {
      ...pickAttributeFields(stream, chip, unusedAttributes),
      ...pickSizes(stream),
      ...pickSampleFields(chip.gfx, stream, samples),
      ...spec.fields?.(stream, chip),
      ...drainFields,
      ...(order === 'ordered' ? {} : { 'PA_SC_MODE_CNTL_1.OUT_OF_ORDER_PRIMITIVE_ENABLE': stream.below(2) }),
    },
  };
}
