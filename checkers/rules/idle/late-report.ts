import type { KnobName } from '../../../transactions/index.js';

/**
 * Tells of a wave, by its number, that did something, named by its verb, only at `until` (or, where the stream ended, not yet), more
 * than `bound` cycles after `since`, when its last admissible reason to wait was gone. `latency` is the freedom that the bound
 * depends on most.
 */
export type LateReport = (
  wave: number,
  what: string,
  since: number,
  until: number,
  bound: number,
  latency?: KnobName,
) => void;
