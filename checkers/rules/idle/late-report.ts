import type { KnobName } from '../../../transactions/index.js';

/**
 * Reports a wave, by number, whose action (a verb) happened only at `until` (or not by the end of the stream), more
 * than `bound` cycles after `since`, when its last admissible reason to wait ended. `latency` is the main freedom
 * behind the bound.
 */
export type LateReport = (
  wave: number,
  what: string,
  since: number,
  until: number,
  bound: number,
  latency?: KnobName,
) => void;
