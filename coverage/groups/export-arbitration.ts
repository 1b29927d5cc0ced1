import { covergroup } from '../collector/monitor.js';
import { labelBins, stepRanges } from '../dsl/bins.js';
import { generationPoint } from './common.js';

const CONFLICTS = ['nobody waits', 'other buffers only', 'same buffer'] as const;

/** Export buffers that a stream may name. */
const BUFFERS_MAX = 64;

/** Competition for the export bus; sampled at each grant. */
export const exportArbitration = covergroup({
  name: 'export-arbitration',
  version: 1,
  text: 'Exports that wait while another one is granted.',
  statements: ['P-082', 'P-085', 'P-091'],
  points: {
    generation: generationPoint,
    waiting: { text: 'Exports that wait on.', bins: stepRanges([0, 1, 2, 4]) },
    conflict: { text: 'What those that wait want.', bins: labelBins(CONFLICTS) },
  },
  crosses: [
    {
      name: 'generation x conflict',
      text: 'Competition on each generation.',
      of: ['generation', 'conflict'],
      bins: [],
    },
  ],
  monitor({ sampler, test }) {
    const { values, point } = sampler;
    const perBuffer = new Int32Array(BUFFERS_MAX);
    let waiting = 0;
    return {
      begin() {
        perBuffer.fill(0);
        waiting = 0;
        values[point.generation] = test().generation;
      },
      'export-requested'({ index }) {
        perBuffer[index]!++;
        waiting++;
      },
      'export-granted'({ index }) {
        perBuffer[index]!--;
        waiting--;
        values[point.waiting] = waiting;
        values[point.conflict] = waiting === 0 ? 0 : perBuffer[index]! > 0 ? 2 : 1;
        sampler.sample();
      },
    };
  },
});
