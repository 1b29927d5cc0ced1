import type { DesignUnit } from './message-rows.js';

/** A design that stands in place of a unit of the model, as the model sees it: a process, or its recorded answers. */
export interface Design {
  readonly unit: DesignUnit;
  /** Most cycles for which the host holds off an output that it might take; absent: it takes each at once. */
  readonly hold?: number;
  /** Where the design takes its own chance from. */
  readonly seed: number;
  /** Cycle of the first error, where the test is known to fail. */
  readonly markCycle?: number;
  /**
   * Says these lines, of which the last one ends the host's turn, and returns the lines of the answer with the one that ends it.
   * Throws `DesignError` where none comes.
   */
  exchange(lines: readonly string[]): readonly string[];
}

/** What a design answered in one test of `pops-tb cosim`: with it the test runs again without the design (cosim.md). */
export interface RecordedDesign {
  readonly unit: DesignUnit;
  /** Most cycles for which the host held off an output. */
  readonly hold?: number;
  /** What its own chance came from, where that is not in the schedule. */
  readonly seed?: number;
  /** The lines of all answers, from that of `begin` on. A last line `failed: …` says how the design broke off. */
  readonly answers: readonly string[];
}

/** Begins the last line of the answers of a design that broke off. */
const FAILED = 'failed: ';

/** The line with which the answers end where the design broke off. */
export function brokeOffLine(deed: string): string {
  return `${FAILED}${deed}`;
}

/** How the design broke off; undefined for any other line. */
export function brokeOffDeed(line: string): string | undefined {
  return line.startsWith(FAILED) ? line.slice(FAILED.length) : undefined;
}
