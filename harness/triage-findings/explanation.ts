import { z } from 'zod';
import { type ChoicePoint, POINT_NAMES } from '../../rtl-model/index.js';
import { createDocumentListSchema, type Scenario } from '../../transactions/index.js';
import { sentenceSchema as sentence } from '../records/finding.js';
import type { DeepReadonly } from '../text/index.js';

const count = z.number().nonnegative().max(Number.MAX_SAFE_INTEGER);
const share = z.number().min(0).max(1);

const shares = {
  /** The fraction of runs that fail with the same signature as the failing run. */
  share,
  /** The fraction of runs that fail with a different signature. */
  otherwise: share,
  runs: count,
};

/** `choice` is the number of the failing run's first choices that are repeated. */
const pointSchema = z.object({ choice: count, ...shares });
/** The failure rate of runs that repeat the failing run's first choices. */
export type ExplanationPoint = DeepReadonly<z.infer<typeof pointSchema>>;

const bandSchema = z.object({ from: count, to: count, ...shares });
/** A range of a choice's values, in the unit of `Decision.value`, over which the failure rate is roughly constant. */
export type ValueBand = DeepReadonly<z.infer<typeof bandSchema>>;

const choiceSchema = z.object({
  /** The choice's number in the run, starting at 1. */
  choice: count,
  cycle: count,
  point: z.custom<ChoicePoint>((name) => POINT_NAMES.some((point) => point === name)),
  wave: count.exactOptional(),
  /** The chosen value: a latency in cycles, or the number of the alternative, starting at 0. */
  value: count,
  /** Absent if `value` is the number of an alternative. */
  unit: z.literal('cycles').exactOptional(),
  text: sentence,
});
/** A choice and its description. */
export type NamedChoice = DeepReadonly<z.infer<typeof choiceSchema>>;

const decisionSchema = choiceSchema.extend({
  /** The fraction of failing runs when all earlier choices are repeated. */
  before: share,
  /** The fraction of failing runs when this choice is also repeated. */
  after: share,
  /**
   * Absent if this choice alone raised the fraction. Otherwise, it was raised by one or more of the choices after
   * `since`, up to and including this one.
   */
  since: count.exactOptional(),
  /** In ascending order of value; empty if the run budget ran out first. */
  bands: createDocumentListSchema(bandSchema),
});
/** A choice after which many more runs fail. */
export type Decision = DeepReadonly<z.infer<typeof decisionSchema>>;

const nearestPassSchema = z.object({
  /** The number of the first choice that differs. */
  choice: count,
  /** Whether no other choice differs. */
  only: z.boolean(),
  text: sentence,
  /** The first event that differs. */
  event: sentence,
});
/** A passing run, and where it diverges from the failing one. */
export interface NearestPass extends DeepReadonly<z.infer<typeof nearestPassSchema>> {
  /** The passing test. */
  readonly scenario: Scenario;
}

export const explanationSchema = z.object({
  /** The signature that counts as a failure. */
  signature: sentence,
  /** The number of choices up to the failure. */
  choices: count,
  /** The number of runs made for the analysis. */
  runs: count,
  curve: createDocumentListSchema(pointSchema),
  decisive: createDocumentListSchema(decisionSchema),
  /** Null if no run passed. */
  nearestPass: nearestPassSchema.nullable(),
});

/** Why a run failed, as stored in `why.json`. The scenario of the passing test is in a separate file. */
export type ExplanationFindings = DeepReadonly<z.infer<typeof explanationSchema>>;

/** Why a run failed, in terms of the choices it made. */
export interface Explanation extends Omit<ExplanationFindings, 'nearestPass'> {
  readonly nearestPass: NearestPass | null;
}
