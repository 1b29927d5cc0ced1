import { chipOf } from '../../arch/index.js';
import type { Scenario, Schedule } from '../../transactions/index.js';
import { drawBackground } from '../background/draw-background.js';
import type { GenerateRequest, Sequence } from '../sequence.js';

/** Questions that a primitive gives rise to in all, roughly: over so many steps the changes of PCT are spread. */
const STEPS_A_PRIMITIVE = 32;

/** The sequence with competitors and with the scheduler that its scenario's knobs ask for. */
export function underPressure(sequence: Sequence): Sequence {
  return {
    ...sequence,
    generate: (request) => scheduled(withCompetitors(request, sequence.generate(request))),
  };
}

/** Geometry and compute work beside the draws, where the sequence has none of its own (P-049). */
function withCompetitors({ seed, knobs }: GenerateRequest, scenario: Scenario): Scenario {
  const { chip, wave, freedoms } = scenario;
  if (scenario.background !== undefined) return scenario;
  const part = drawBackground(seed, { chip: chipOf(chip), wave, freedoms });
  if (part === undefined) return scenario;
  return {
    ...scenario,
    freedoms: { ...freedoms, ...part.knobs, ...knobs },
    memory: [...scenario.memory, ...part.memory],
    background: part.background,
  };
}

/** Few ordered preemptions in place of chance, where the knob gives their number (Burckhardt et al., ASPLOS 2010). */
function scheduled(scenario: Scenario): Scenario {
  const { schedule, freedoms, draws } = scenario;
  const depth = freedoms.pctDepth;
  if (schedule.strategy !== 'random' || depth === 0) return scenario;
  const primitives = draws.reduce((sum, { depths }) => sum + depths.length, 0);
  const steps = STEPS_A_PRIMITIVE * Math.max(1, primitives);
  const pct: Schedule = { strategy: 'pct', seed: schedule.seed, depth, steps };
  return { ...scenario, schedule: pct };
}
