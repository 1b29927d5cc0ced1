import { chipOf } from '../../arch/index.js';
import { programs } from '../../stimulus/index.js';
import type { Pass } from './structure-passes.js';

/**
 * Replaces programs with ones from simpler descriptors: first with a plain section, then with one property simplified
 * at a time.
 */
export const simplerPrograms: Pass = function* ({ scenario }) {
  const { gfx } = chipOf(scenario.chip);
  for (const [index, { descriptor }] of scenario.programs.entries()) {
    if (descriptor === undefined) continue;
    for (const simpler of programs.simpler(descriptor, gfx)) {
      yield programs.withDescriptor(scenario, index, simpler);
    }
  }
};
