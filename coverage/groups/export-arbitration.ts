import { EXPORT_TYPES, getExportTypeRanks } from '../../arch/index.js';
import { covergroup } from '../collector/monitor.js';
import { bin, ignoreCross, labelBins, stepRanges } from '../dsl/bins.js';
import { NOT_SAMPLED } from '../dsl/definition.js';
import { generationPoint } from './common.js';

const CONFLICTS = ['no one waits', 'other buffers only', 'same buffer'] as const;

const ORDERS = ['ranks before it', 'of its type', 'ranks after it'] as const;

/** Maximum number of export buffers per type in a stream. */
const MAX_BUFFERS = 64;

/** Competition for the export bus. Sampled at each grant. */
export const exportArbitration = covergroup({
  name: 'export-arbitration',
  version: 3,
  text: 'Exports left waiting when another export is granted.',
  statements: ['P-082', 'P-084', 'P-085', 'P-091'],
  points: {
    generation: generationPoint,
    type: {
      text: 'Type of the granted export; positions and parameters come from geometry waves.',
      statements: ['P-077', 'P-084', 'P-087'],
      bins: EXPORT_TYPES.map((type, value) =>
        bin(type, [value], type === 'parameter' ? { statements: ['P-024', 'P-084'] } : {}),
      ),
    },
    waiting: { text: 'Number of exports still waiting.', bins: stepRanges([0, 1, 2, 4]) },
    conflict: { text: 'What the waiting exports compete for.', bins: labelBins(CONFLICTS) },
    waits: {
      text: 'Type of the highest-priority waiting export.',
      statements: ['P-084'],
      bins: labelBins(EXPORT_TYPES),
    },
    order: {
      text: 'Rank of the waiting type relative to the granted type; a lower-ranking type may have been granted on another bus.',
      statements: ['P-084', 'P-085'],
      bins: labelBins(ORDERS),
    },
    buffer: {
      text: 'Position buffer that a geometry wave exports to.',
      statements: ['P-056', 'P-057', 'P-089'],
      bins: labelBins(['of the first assembler', 'of the second assembler']),
    },
  },
  crosses: [
    { text: 'Conflicts on each generation.', of: ['generation', 'conflict'] },
    { text: 'Granted types combined with waiting types.', of: ['type', 'waits'] },
    {
      text: 'Relative rank, for conflicts over a buffer and over the bus.',
      of: ['order', 'conflict'],
      bins: [
        ignoreCross(
          'no one waits, nothing ranks',
          { conflict: ['no one waits'] },
          'Only waiting exports have a rank.',
        ),
        ignoreCross(
          'one of its type ranks first',
          { order: ['ranks after it'], conflict: ['same buffer'] },
          'Exports waiting for the same buffer have the granted type, so the highest-ranking waiter cannot rank lower.',
        ),
      ],
    },
    { text: 'Conflicts by export type.', of: ['type', 'conflict'] },
  ],
  monitor({ sampler, test }) {
    const { values, point } = sampler;
    /** Number of waiting exports by type and buffer. */
    const waitingByBuffer = new Int32Array(EXPORT_TYPES.length * MAX_BUFFERS);
    /** Number of waiting exports by type. */
    const waitingByType = new Int32Array(EXPORT_TYPES.length);
    let ranks: readonly number[] = [];
    let waiting = 0;
    return {
      begin() {
        waitingByBuffer.fill(0);
        waitingByType.fill(0);
        waiting = 0;
        ranks = getExportTypeRanks(test().freedoms.exportPriority);
      },
      'export-requested'({ type, index }) {
        updateWaiting(EXPORT_TYPES.indexOf(type), index, 1);
      },
      'export-granted'({ type, index }) {
        const grantedType = EXPORT_TYPES.indexOf(type);
        updateWaiting(grantedType, index, -1);
        const first = findFirstWaiting();
        values[point.waiting] = waiting;
        values[point.conflict] = classifyConflict(grantedType, index);
        values[point.type] = grantedType;
        values[point.waits] = first;
        values[point.order] = first < 0 ? NOT_SAMPLED : 1 + Math.sign(ranks[first]! - ranks[grantedType]!);
        values[point.buffer] = type === 'position' ? index : NOT_SAMPLED;
        sampler.sample();
      },
    };

    function updateWaiting(type: number, index: number, amount: number): void {
      if (type < 0) return;
      waitingByBuffer[type * MAX_BUFFERS + index]! += amount;
      waitingByType[type]! += amount;
      waiting += amount;
    }

    /** Returns the index into `CONFLICTS`. */
    function classifyConflict(grantedType: number, index: number): number {
      if (waiting === 0) return 0;
      return waitingByBuffer[grantedType * MAX_BUFFERS + index]! > 0 ? 2 : 1;
    }

    /** Returns the index of the highest-ranking waiting type, or `NOT_SAMPLED` if none is waiting. */
    function findFirstWaiting(): number {
      let first = NOT_SAMPLED;
      for (let type = 0; type < EXPORT_TYPES.length; type++) {
        if (waitingByType[type]! > 0 && (first < 0 || ranks[type]! < ranks[first]!)) first = type;
      }
      return first;
    }
  },
});
