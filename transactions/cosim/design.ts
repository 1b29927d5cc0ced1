import type { DesignUnit } from './message-rows.js';

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

/**
 * The answers of a design in one test of `pops-tb cosim`, which allow the test to be rerun without the design
 * (cosim.md).
 */
export interface RecordedDesign {
  readonly unit: DesignUnit;
  /** Maximum number of cycles for which the host stalled an output. */
  readonly hold?: number;
  /** Seed for the design's random choices, unless the schedule contains it. */
  readonly seed?: number;
  /**
   * The lines of all answers, starting with the answer to `begin`. If the design failed, the last line is
   * `failed: …` and describes how.
   */
  readonly answers: readonly string[];
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
