import type { Scenario } from '../../transactions/index.js';
import type { ScenarioBounds } from './suite-definition.js';

/** Whether a scenario is as the bounds say. */
export function isWithin(scenario: Scenario, bounds: ScenarioBounds): boolean {
  const { draws, primitives, pixels, samples, wave, scenes } = bounds;
  const inside = (value: number, [least, most]: readonly [number, number]): boolean =>
    value >= least && value <= most;
  const count = scenario.draws.reduce((sum, { depths }) => sum + depths.length, 0);
  return (
    (draws === undefined || inside(scenario.draws.length, draws)) &&
    (primitives === undefined || inside(count, primitives)) &&
    (pixels === undefined || scenario.draws.every(({ width, height }) => inside(width * height, pixels))) &&
    (samples === undefined || scenario.draws.every((draw) => samples.includes(draw.samples))) &&
    (wave === undefined || scenario.wave === wave) &&
    (scenes === undefined ||
      scenario.draws.every(({ scene }) => scene === undefined || scenes.includes(scene)))
  );
}
