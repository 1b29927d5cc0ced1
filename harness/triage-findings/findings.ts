import { z } from 'zod';
import { createDocumentListSchema, escapeLine, type Scenario } from '../../transactions/index.js';
import { natural } from '../basics/index.js';
import { getMaxBytes } from '../input/index.js';
import type { Witness } from '../records/witness.js';
import { isTestId } from '../selection/plan.js';
import type { DeepReadonly } from '../text/index.js';
import type { ExplanationFindings } from './explanation.js';

const line = z.string().max(getMaxBytes('logText')).transform(escapeLine);
const testId = z.string().refine(isTestId);
/** The bucket and the test id of a failure. */
const failure = { signature: z.string().max(getMaxBytes('logText')), test: testId };

const kindsSchema = z.strictObject({
  ...failure,
  /**
   * The rule that points to the cause and what it observed, as in `ORD-06: Id N becomes visible, ...`. Failures caused
   * by the same bug have at least one kind in common.
   */
  kinds: createDocumentListSchema(line),
});

/**
 * What a shrunk failure reveals about its bug, both under its own schedule and under others. The wording does not
 * depend on the seed: it contains no counts, and no wave, id or primitive numbers.
 */
export type ObservedKinds = DeepReadonly<z.infer<typeof kindsSchema>>;

/** `triage.json`. Earlier versions wrote more. */
export const triageSchema = z.object({ kinds: createDocumentListSchema(kindsSchema).default([]) });

const holeSchema = z.strictObject({
  /** `covergroup/item/bin`. */
  bin: line,
  /** The number of tests tried. */
  tried: natural,
  /** How many steps towards the hole the closest test got. */
  reached: natural,
  /** The names of the steps that the closest test did not reach. */
  missing: createDocumentListSchema(line),
});

/** A coverage hole that the search failed to close. */
export type RemainingHole = DeepReadonly<z.infer<typeof holeSchema>>;

export const holeSearchSchema = z.strictObject({
  /** The number of tests tried for all holes. */
  tried: natural,
  /** The number of holes that were hit. */
  closed: natural,
  /** The ids of the tests that hit holes, with their root seeds. */
  tests: createDocumentListSchema(testId),
  /** The commands that replay tests that failed in the search. */
  failed: createDocumentListSchema(line),
  /** The holes that were tried but are still open, most valuable first. */
  resisting: createDocumentListSchema(holeSchema),
  /** The number of holes that were not tried before time ran out. */
  untried: natural,
  /** The suite file that contains the tests. The next nightly run starts with it. */
  file: line,
});

/** The result of a nightly run's search for tests that hit its coverage holes. */
export type HoleSearchResult = DeepReadonly<z.infer<typeof holeSearchSchema>>;

/** A shrunk failure in a run directory. */
export interface ShrunkFailure {
  /** The path of the scenario. */
  readonly file: string;
  readonly scenario: Scenario;
  readonly waves: number;
  readonly primitives: number;
  /** What the first violation observed; empty if no rule fired. */
  readonly observed: string;
  /** The data for the failure's diagram; absent if no wave is involved. */
  readonly witness?: Witness;
  /** Why the failure happens; absent if triage did not examine it. */
  readonly why?: ExplanationFindings;
  /** The path of the failure's page, relative to the run directory; absent if it was not written. */
  readonly viewer?: string;
}
