import { EXPORT_TYPES, type ExportType } from '../../arch/index.js';
import { covergroup } from '../collector/monitor.js';
import { labelBins, stepRanges } from '../dsl/bins.js';
import { generationPoint } from './common.js';

const CONFLICTS = ['nobody waits', 'other buffers only', 'same buffer'] as const;

/** Export buffers of one type that a stream may name. */
const BUFFERS_MAX = 64;

/** Competition for the export bus; sampled at each grant. */
export const exportArbitration = covergroup({
  name: 'export-arbitration',
  version: 2,
  text: 'Exports that wait while another one is granted.',
  statements: ['P-082', 'P-084', 'P-085', 'P-091'],
  points: {
    generation: generationPoint,
    type: { text: 'What is granted.', statements: ['P-084'], bins: labelBins(EXPORT_TYPES) },
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
    { name: 'type x conflict', text: 'Competition that each type meets.', of: ['type', 'conflict'] },
  ],
  monitor({ sampler, test }) {
    const { values, point } = sampler;
    const perBuffer = new Int32Array(EXPORT_TYPES.length * BUFFERS_MAX);
    let waiting = 0;
    return {
      begin() {
        perBuffer.fill(0);
        waiting = 0;
        values[point.generation] = test().generation;
      },
      'export-requested'({ type, index }) {
        perBuffer[bufferOf(type, index)]!++;
        waiting++;
      },
      'export-granted'({ type, index }) {
        const buffer = bufferOf(type, index);
        perBuffer[buffer]!--;
        waiting--;
        values[point.type] = EXPORT_TYPES.indexOf(type);
        values[point.waiting] = waiting;
        values[point.conflict] = waiting === 0 ? 0 : perBuffer[buffer]! > 0 ? 2 : 1;
        sampler.sample();
      },
    };
  },
});

/** Number of a buffer among those of all types. */
function bufferOf(type: ExportType, index: number): number {
  return EXPORT_TYPES.indexOf(type) * BUFFERS_MAX + index;
}
