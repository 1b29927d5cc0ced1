import type { Scenario, Schedule } from '../transactions/index.js';

/** The approximate number of scheduling decisions per primitive, over which PCT spreads its priority changes. */
const STEPS_PER_PRIMITIVE = 32;

/** Replaces random scheduling with PCT (Burckhardt et al., ASPLOS 2010) of depth `pctDepth`, unless that knob is 0. */
export function withPctSchedule(scenario: Scenario): Scenario {
  const { schedule, freedoms, draws } = scenario;
  const depth = freedoms.pctDepth;
  if (schedule.strategy !== 'random' || depth === 0) return scenario;
  const primitives = draws.reduce((sum, { depths }) => sum + depths.length, 0);
  const steps = STEPS_PER_PRIMITIVE * Math.max(1, primitives);
  const pct: Schedule = { strategy: 'pct', seed: schedule.seed, depth, steps };
  return { ...scenario, schedule: pct };
}
