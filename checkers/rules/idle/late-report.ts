import type { KnobName } from '../../../transactions/index.js';

/**
 * Reports a wave, by number, whose action happened only at `until` (or not by the end of the stream), more
 * than `bound` cycles after its last admissible reason to wait ended at `since`. `action` is a verb phrase,
 * and `latency` is the main freedom behind the bound.
 */
export type LateReport = (
  wave: number,
  action: string,
  since: number,
  until: number,
  bound: number,
  latency?: KnobName,
) => void;
