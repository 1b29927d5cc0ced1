import { chipOf } from '../../arch/index.js';
import type { Scenario } from '../../transactions/index.js';
import { pickBackground } from '../background/pick-background.js';
import { withPctSchedule } from '../pct-schedule.js';
import type { GenerateRequest, Sequence } from '../sequence.js';

/** Adds the background work and the scheduler that each scenario's knobs request. */
export function addPressure(sequence: Sequence): Sequence {
  return {
    ...sequence,
    generate: (request) => withPctSchedule(withBackground(request, sequence.generate(request))),
  };
}

/** Adds geometry and compute work alongside the draws, unless the scenario already has some (P-049). */
function withBackground({ seed, knobs }: GenerateRequest, scenario: Scenario): Scenario {
  const { chip, wave, freedoms } = scenario;
  if (scenario.background !== undefined) return scenario;
  const added = pickBackground(seed, { chip: chipOf(chip), wave, freedoms });
  if (added === undefined) return scenario;
  return {
    ...scenario,
    freedoms: { ...freedoms, ...added.knobs, ...knobs },
    memory: [...scenario.memory, ...added.memory],
    background: added.background,
  };
}
