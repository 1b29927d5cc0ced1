import type { KnobName } from '../../../transactions/index.js';
import { mergeHandlers, type RuleCheck } from '../../kit.js';

/**
 * Reports that a wave's action was late: it happened at `until` (or had not happened by the end of the stream),
 * more than `bound` cycles after `since`, when the wave last had a valid reason to wait. `wave` is the wave's
 * number, `action` is a verb phrase, and `latency` is the knob that contributes most to the bound.
 */
export type LateReport = (
  wave: number,
  action: string,
  since: number,
  until: number,
  bound: number,
  latency?: KnobName,
) => void;

/** Merges checks whose `finish` is skipped if the device goes idle with work outstanding. */
export function finishUnlessStuck(checks: readonly RuleCheck[]): RuleCheck {
  const { finish, ...check } = mergeHandlers(checks);
  let isStuck = false;
  return mergeHandlers<RuleCheck>([
    check,
    {
      quiesced: (t) => {
        isStuck = t.waiting.length > 0;
      },
      finish: (end) => {
        if (!isStuck) finish?.(end);
      },
    },
  ]);
}
