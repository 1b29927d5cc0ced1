import type { KnobName } from '../../../transactions/index.js';

/**
 * Reports that a wave's action was late: it happened at `until` (or had not by the end of the stream), more
 * than `bound` cycles after its last valid reason to wait ended at `since`. `wave` is the wave's number,
 * `action` a verb phrase, and `latency` the freedom that contributes most to the bound.
 */
export type LateReport = (
  wave: number,
  action: string,
  since: number,
  until: number,
  bound: number,
  latency?: KnobName,
) => void;
