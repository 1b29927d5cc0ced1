import { z } from 'zod';
import { nonNegativeInt } from '../fields.js';
import { createListSchema, type Fields } from '../input/index.js';
import type { Schedule } from '../scenario.js';
import { escapeLine, isVisible, truncateMiddle } from '../visible-text.js';
import { DESIGN_UNITS, type DesignUnit } from './message-rows.js';
import { MAX_HOLD } from './protocol.js';

/** The model's view of a design that replaces one of its units: a process, or its recorded answers. */
export interface Design {
  readonly unit: DesignUnit;
  /**
   * Maximum number of cycles for which the host stalls an output that it could accept. By default, it accepts
   * outputs immediately.
   */
  readonly hold?: number;
  /** Seed for the design's random choices. */
  readonly seed: number;
  /** Cycle of the first error, if the test is known to fail. */
  readonly markCycle?: number;
  /**
   * Sends lines, the last of which ends the host's turn, and returns the lines of the answer, including the one that
   * ends it. Throws `DesignError` if there is no answer.
   */
  exchange(lines: readonly string[]): readonly string[];
}

/** Prefix of a failed design's last answer line. */
const FAILURE_PREFIX = 'failed: ';

/** Formats the last answer line of a failed design. */
export function formatFailureLine(detail: string): string {
  return `${FAILURE_PREFIX}${detail}`;
}

/** Extracts the failure detail from an answer line, or returns undefined if it is not a failure line. */
export function parseFailureLine(line: string): string | undefined {
  return line.startsWith(FAILURE_PREFIX) ? line.slice(FAILURE_PREFIX.length) : undefined;
}

/**
 * Maximum number of characters quoted from a design in messages and stored failures, counted after hidden characters
 * have been escaped.
 */
export const MAX_DETAIL_LENGTH = 2100;
/**
 * Number of characters reserved when a text is truncated, for the note that says how much was cut and for escaping
 * characters cut in half.
 */
const RESERVED_LENGTH = 100;

/**
 * Reports that a design in co-simulation violated the protocol: it exited, stopped answering or sent an
 * invalid message. The test fails with this one-line message, and the next test starts a fresh process.
 */
export class DesignError extends Error {
  override readonly name = 'DesignError';
  /** What the design did: the part of the message that follows "the design". */
  readonly detail: string;

  constructor(detail: string) {
    const line = formatDetail(detail);
    super(`the design ${line}`);
    this.detail = line;
  }
}

/** Formats the detail as one line of visible characters with limited length; idempotent. */
function formatDetail(detail: string): string {
  const visible = escapeLine(detail);
  return visible.length <= MAX_DETAIL_LENGTH
    ? visible
    : escapeLine(truncateMiddle(visible, MAX_DETAIL_LENGTH - RESERVED_LENGTH));
}

/** Matches an answer line from a design: words and integers separated by spaces. */
const ANSWER_LINE = /^[a-z_]+(?: (?:[a-z_]+|-?\d{1,15})){0,300}$/;

/** Returns whether a line is a valid answer line from a design, or a valid failure line. */
function isAnswer(line: string): boolean {
  const detail = parseFailureLine(line);
  if (detail === undefined) return ANSWER_LINE.test(line);
  return detail !== '' && detail.length <= MAX_DETAIL_LENGTH && isVisible(detail);
}

const recordedDesign = {
  unit: z.enum(DESIGN_UNITS),
  /** Maximum number of cycles for which the host stalled an output. */
  hold: nonNegativeInt.max(MAX_HOLD).exactOptional(),
  /** Seed for the design's random choices, unless the schedule contains it. */
  seed: nonNegativeInt.exactOptional(),
  /**
   * The lines of all answers, starting with the answer to `begin`. If the design failed, the last line is
   * `failed: …` and describes how.
   */
  answers: createListSchema(
    z.string().refine(isAnswer, 'an answer line from a design'),
    (value) => typeof value === 'string' && isAnswer(value),
  ),
};

/**
 * The answers of a design in one test of `pops-tb cosim`, which allow the test to be rerun without the design
 * (cosim.md).
 */
export interface RecordedDesign extends Fields<typeof recordedDesign> {}

/** The schema of `Scenario.design`. */
export const recordedDesignSchema: z.ZodType<RecordedDesign> = z.strictObject(recordedDesign);

const SEED_MASK = 0x7fffffffn;

/**
 * Returns the seed for a design's random choices in a test with the given schedule: the lowest 31 bits of the
 * schedule's seed, or 0 if it has none.
 */
export function getDesignSeed(schedule: Schedule): number {
  return 'seed' in schedule ? Number(BigInt(schedule.seed) & SEED_MASK) : 0;
}
