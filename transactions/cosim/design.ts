import type { DesignUnit } from './message-rows.js';

/** A design replacing a unit of the model, as the model sees it: a process, or its recorded answers. */
export interface Design {
  readonly unit: DesignUnit;
  /** Maximum cycles for which the host stalls an output it could accept; default: accepts immediately. */
  readonly hold?: number;
  /** Seed for the design's random choices. */
  readonly seed: number;
  /** Cycle of the first error, if the test is known to fail. */
  readonly markCycle?: number;
  /**
   * Sends these lines (the last ends the host's turn) and returns the lines of the answer including its last. Throws
   * `DesignError` if there is no answer.
   */
  exchange(lines: readonly string[]): readonly string[];
}

/** A design's answers in one test of `pops-tb cosim`, with which the test reruns without the design (cosim.md). */
export interface RecordedDesign {
  readonly unit: DesignUnit;
  /** Maximum cycles for which the host stalled an output. */
  readonly hold?: number;
  /** Seed of its random choices, if not in the schedule. */
  readonly seed?: number;
  /** The lines of all answers, starting with the answer to `begin`. A final line `failed: …` states how the design failed. */
  readonly answers: readonly string[];
}

/** Prefix of the last answer line of a failed design. */
const FAILED = 'failed: ';

/** The last answer line of a failed design. */
export function failureLine(deed: string): string {
  return `${FAILED}${deed}`;
}

/** How the design failed; undefined for other lines. */
export function failureDeed(line: string): string | undefined {
  return line.startsWith(FAILED) ? line.slice(FAILED.length) : undefined;
}
