import type { KnobName, Scenario } from '../../../transactions/index.js';

/** The field of a finding that names the setting responsible for the bound. */
export interface BoundDescription {
  readonly freedom: string;
}

/** Describes the knob that determines a bound, its setting, and the observed value. */
export function describeBound({ freedoms }: Scenario, name: KnobName, observed: number): BoundDescription {
  const value = freedoms[name];
  const setting = typeof value === 'number' ? `is ${value}` : `is at most ${value[1]}`;
  return { freedom: `\`${name}\` ${setting} in this scenario; the observed value is ${observed}` };
}

/** Like `describeBound`, for a latency that exceeded its bound by the given number of cycles. */
export function describeExceededLatency(
  scenario: Scenario,
  name: KnobName,
  cycles: number,
): BoundDescription {
  const value = scenario.freedoms[name];
  return describeBound(scenario, name, (typeof value === 'number' ? value : value[1]) + cycles);
}
