import type { KnobName, Scenario } from '../../../transactions/index.js';

/** The freedom that sets a finding's bound, as a sentence for the finding's field `freedom`. */
export interface BoundFreedom {
  readonly freedom: string;
}

/** Names the freedom that sets a bound, its value, and the value the device would need. */
export function boundBy({ freedoms }: Scenario, name: KnobName, shown: number): BoundFreedom {
  const given = freedoms[name];
  const setting = typeof given === 'number' ? `is ${given}` : `ends at ${given[1]}`;
  return { freedom: `\`${name}\` ${setting} in this scenario; the design shows ${shown}` };
}

/** Like `boundBy`, for a latency bound that is exceeded by this many cycles. */
export function lateBy(scenario: Scenario, name: KnobName, cycles: number): BoundFreedom {
  const given = scenario.freedoms[name];
  return boundBy(scenario, name, (typeof given === 'number' ? given : given[1]) + cycles);
}
