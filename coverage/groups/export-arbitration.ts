import { EXPORT_TYPES, exportTypeRanks } from '../../arch/index.js';
import { covergroup } from '../collector/monitor.js';
import { bin, ignoreCross, labelBins, stepRanges } from '../dsl/bins.js';
import { NOT_SAMPLED } from '../dsl/definition.js';
import { generationPoint } from './common.js';

const CONFLICTS = ['no one waits', 'other buffers only', 'same buffer'] as const;

const ORDERS = ['ranks before it', 'of its type', 'ranks after it'] as const;

/** The maximum number of export buffers per type that a stream may name. */
const BUFFERS_MAX = 64;

/** The competition for the export bus; sampled at each grant. */
export const exportArbitration = covergroup({
  name: 'export-arbitration',
  version: 3,
  text: 'Exports that wait while another export is granted.',
  statements: ['P-082', 'P-084', 'P-085', 'P-091'],
  points: {
    generation: generationPoint,
    type: {
      text: 'Type of the export that is granted; positions and parameters are those of geometry waves.',
      statements: ['P-077', 'P-084', 'P-087'],
      bins: EXPORT_TYPES.map((type, value) =>
        bin(type, [value], type === 'parameter' ? { statements: ['P-024', 'P-084'] } : {}),
      ),
    },
    waiting: { text: 'Number of exports that keep waiting.', bins: stepRanges([0, 1, 2, 4]) },
    conflict: { text: 'Destination of the waiting exports.', bins: labelBins(CONFLICTS) },
    waits: {
      text: 'Type of a waiting export, the highest by the priority of the scenario.',
      statements: ['P-084'],
      bins: labelBins(EXPORT_TYPES),
    },
    order: {
      text: 'Rank of the waiting type relative to the granted type; another bus may have granted a lower one.',
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
    {
      name: 'generation x conflict',
      text: 'Conflicts on each generation.',
      of: ['generation', 'conflict'],
    },
    {
      name: 'type x waits',
      text: 'Types in conflict.',
      of: ['type', 'waits'],
    },
    {
      name: 'order x conflict',
      text: 'Ranks of types in conflict over one buffer or over the bus.',
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
          'Exports that wait for the same buffer have the granted type, so the first of them does not rank lower.',
        ),
      ],
    },
    { name: 'type x conflict', text: 'Conflicts of each type.', of: ['type', 'conflict'] },
  ],
  monitor({ sampler, test }) {
    const { values, point } = sampler;
    /** The number of waiting exports by type and buffer. */
    const perBuffer = new Int32Array(EXPORT_TYPES.length * BUFFERS_MAX);
    /** The number of waiting exports by type. */
    const perType = new Int32Array(EXPORT_TYPES.length);
    let ranks: readonly number[] = [];
    let waiting = 0;
    return {
      begin() {
        perBuffer.fill(0);
        perType.fill(0);
        waiting = 0;
        ranks = exportTypeRanks(test().freedoms.exportPriority);
        values[point.generation] = test().generation;
      },
      'export-requested'({ type, index }) {
        count(EXPORT_TYPES.indexOf(type), index, 1);
      },
      'export-granted'({ type, index }) {
        const granted = EXPORT_TYPES.indexOf(type);
        count(granted, index, -1);
        const first = firstWaiting();
        values[point.waiting] = waiting;
        values[point.conflict] = conflictOf(granted, index);
        values[point.type] = granted;
        values[point.waits] = first;
        values[point.order] = first < 0 ? NOT_SAMPLED : 1 + Math.sign(ranks[first]! - ranks[granted]!);
        values[point.buffer] = type === 'position' ? index : NOT_SAMPLED;
        sampler.sample();
      },
    };

    function count(type: number, index: number, amount: number): void {
      if (type < 0) return;
      perBuffer[type * BUFFERS_MAX + index]! += amount;
      perType[type]! += amount;
      waiting += amount;
    }

    /** The index into `CONFLICTS`. */
    function conflictOf(granted: number, index: number): number {
      if (waiting === 0) return 0;
      return perBuffer[granted * BUFFERS_MAX + index]! > 0 ? 2 : 1;
    }

    /** The highest-ranking type that waits, or `NOT_SAMPLED` if none does. */
    function firstWaiting(): number {
      let first = NOT_SAMPLED;
      for (let type = 0; type < EXPORT_TYPES.length; type++) {
        if (perType[type]! > 0 && (first < 0 || ranks[type]! < ranks[first]!)) first = type;
      }
      return first;
    }
  },
});
