import type { Chip, ChipName } from '../../arch/index.js';
import { chipOf } from '../../arch/index.js';
import type { Draw, ProgramFeature, Scenario } from '../../transactions/index.js';
import { FAULTS, type RandomStream } from '../../transactions/index.js';
import type { Claim } from '../claims.js';
import { applyRegisterFaults } from '../driver/faults.js';
import type { FieldValues } from '../driver/register-fields.js';
import { pickScissors } from '../driver/scissors.js';
import { pick } from '../pick.js';
import { pickMachineAndKnobs } from '../pick-machine.js';
import { canFaultTakeEffect } from '../programs/faults.js';
import type { PrimitiveKind } from '../scenes/geometry.js';
import { PRIMITIVE_TYPE, pickPrimitives, pickSizes } from '../scenes/primitives.js';
import type { GenerateRequest, Sequence } from '../sequence.js';
import { pickDrainFields } from './drains.js';
import { pickAttributeFields, pickUnusedAttributes } from './idle-attributes.js';
import { pickSampleFields } from './sample-fields.js';
import {
  createFoldDraws,
  createFoldProgram,
  createFoldScenario,
  type FoldDraw,
  type FoldOrder,
  type FoldTarget,
  MAX_WIDTH,
} from './scenario.js';

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
export interface FoldSpec<Name extends string = string> {
  readonly name: Name;
  readonly text: string;
  readonly chips: readonly ChipName[];
  /** Claims about the tests of the sequence. */
  readonly claims: readonly Claim[];
  readonly features: readonly ProgramFeature[];
  /** The kinds of primitives that each draw chooses from; all by default. */
  readonly kinds?: readonly PrimitiveKind[];
  /** Set if the draws need mutual exclusion but not ordering (S-002, S-143). */
  readonly unordered?: true;
  /** Picks the register fields of a draw in addition to those for its primitives and samples. */
  readonly fields: (stream: RandomStream, chip: Chip) => FieldValues;
}

/**
 * Creates a sequence of random primitives of the kinds in `spec`, with a program that folds every covered sample
 * into a buffer. The sample count varies between draws.
 */
export function createFoldSequence<Name extends string>(spec: FoldSpec<Name>): Sequence<Name> {
  const { name, text, chips, features, claims } = spec;
  const generations = new Set(chips.map((chip) => chipOf(chip).gfx));
  const faults = FAULTS.filter(
    (fault) =>
      fault.where !== 'program' &&
      fault.generations.some((gfx) => generations.has(gfx)) &&
      canFaultTakeEffect(fault.id, features),
  ).map(({ id }) => id);
  return { name, text, chips, faults, claims, generate: (request) => generate(spec, request) };
}

function generate(spec: FoldSpec, request: GenerateRequest): Scenario {
  const { stream, chip, wave, freedoms } = pickMachineAndKnobs(request, spec.chips);
  const target: FoldTarget = { chip, wave, width: pick(stream, SIZES), height: pick(stream, SIZES) };
  const perSample = stream.below(2) === 1;
  const drawCount = 1 + stream.below(MAX_DRAWS);
  const drainFields = pickDrainFields(request.seed, chip, drawCount);
  const draws = drainFields.map((fields) => pickDraw(spec, stream, target, perSample, fields));
  return createFoldScenario(request, {
    name: spec.name,
    freedoms,
    programs: [createFoldProgram(spec.name, chip, wave)],
    draws: applyRegisterFaults(chip.gfx, createFoldDraws(target, draws), request.faults),
    target,
  });
}

function pickDraw(
  spec: FoldSpec,
  stream: RandomStream,
  { chip, width, height }: FoldTarget,
  perSample: boolean,
  drainFields: FieldValues,
): FoldDraw {
  const kind = pick(stream, spec.kinds ?? (Object.keys(PRIMITIVE_TYPE) as PrimitiveKind[]));
  const samples = pick(stream, perSample ? DEPTH_SAMPLES : ALL_SAMPLES);
  const order: FoldOrder = spec.unordered === true ? pick(stream, UNORDERED) : 'ordered';
  const unusedAttributes = pickUnusedAttributes(stream);
  const maxPrimitives = 1 + stream.below(Math.max(MIN_PRIMITIVES, MAX_PRIMITIVES / samples));
  return {
    kind,
    samples,
    perSample,
    ...pickPrimitives(stream, kind, { width, height }, maxPrimitives),
    order,
    unusedAttributes,
    registers: pickScissors(stream, { width, height }),
    fields: {
      ...pickAttributeFields(stream, chip, unusedAttributes),
      ...pickSizes(stream),
      ...pickSampleFields(chip.gfx, stream, samples),
      ...spec.fields(stream, chip),
      ...drainFields,
      ...(order === 'ordered' ? {} : { 'PA_SC_MODE_CNTL_1.OUT_OF_ORDER_PRIMITIVE_ENABLE': stream.below(2) }),
    },
  };
}
