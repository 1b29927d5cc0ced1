import type { KnobName } from '../../../transactions/index.js';

/**
 * Reports a wave, by number, whose action happened only at `until` (or not by the end of the stream), more
 * than `bound` cycles after its last admissible reason to wait ended at `since`. `what` is a verb that names
 * the action, and `latency` is the main freedom behind the bound.
 */
export type LateReport = (
  wave: number,
  what: string,
  since: number,
  until: number,
  bound: number,
  latency?: KnobName,
) => void;
