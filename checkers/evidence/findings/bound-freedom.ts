import type { KnobName, Scenario } from '../../../transactions/index.js';

/** The freedom that sets a finding's bound, as a sentence for the finding's `freedom` field. */
export interface BoundFreedom {
  readonly freedom: string;
}

/** Names the freedom that sets a bound, its value, and the value that the design would need. */
export function boundBy({ freedoms }: Scenario, name: KnobName, observed: number): BoundFreedom {
  const value = freedoms[name];
  const setting = typeof value === 'number' ? `is ${value}` : `ends at ${value[1]}`;
  return { freedom: `\`${name}\` ${setting} in this scenario; the design shows ${observed}` };
}

/** Like `boundBy`, for a latency bound that was exceeded by this many cycles. */
export function lateBy(scenario: Scenario, name: KnobName, cycles: number): BoundFreedom {
  const value = scenario.freedoms[name];
  return boundBy(scenario, name, (typeof value === 'number' ? value : value[1]) + cycles);
}
