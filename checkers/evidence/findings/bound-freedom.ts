import type { KnobName, Scenario } from '../../../transactions/index.js';

/** A finding's `freedom` field: a sentence about the freedom that sets the bound. */
export interface BoundFreedom {
  readonly freedom: string;
}

/** Describes the freedom that sets a bound, its value, and the value observed. */
export function describeBound({ freedoms }: Scenario, name: KnobName, observed: number): BoundFreedom {
  const value = freedoms[name];
  const setting = typeof value === 'number' ? `is ${value}` : `goes up to ${value[1]}`;
  return { freedom: `\`${name}\` ${setting} in this scenario; the design shows ${observed}` };
}

/** Like `describeBound`, for a latency that exceeded its bound by the given number of cycles. */
export function describeLateBound(scenario: Scenario, name: KnobName, cycles: number): BoundFreedom {
  const value = scenario.freedoms[name];
  return describeBound(scenario, name, (typeof value === 'number' ? value : value[1]) + cycles);
}
