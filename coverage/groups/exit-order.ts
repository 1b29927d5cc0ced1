import { EXIT_BY_EXPORT } from '../../arch/index.js';
import { wrapId } from '../../transactions/index.js';
import { covergroup } from '../collector/monitor.js';
import { ignoreCross, labelBins, stepRanges } from '../dsl/bins.js';
import { NOT_SAMPLED } from '../dsl/definition.js';
import { generationPoint, getGenerationBins } from './common.js';

const NEIGHBOURS = ['first of its cycle', 'after one of another packer', 'after one of its packer'] as const;

/** Simultaneous exits. Sampled when the tracker counts an exit, and when a new exiting id becomes visible to polls. */
export const exitOrder = covergroup({
  name: 'exit-order',
  version: 1,
  text: 'Out-of-order and simultaneous exits (scenarios.md 7, H09 and H11).',
  statements: ['S-041'],
  points: {
    generation: generationPoint,
    moved: {
      text: 'How far the exiting id advances in one step. It advances by more than one if younger waves had already exited.',
      statements: ['S-041'],
      bins: stepRanges([1, 2, 4, 16]),
    },
    beside: {
      text: "Whether another exit was counted earlier in the same cycle. A younger wave's exit is counted together with the last older exit it was waiting for.",
      statements: ['S-041', 'S-092'],
      bins: labelBins(NEIGHBOURS),
    },
  },
  crosses: [
    {
      text: 'Advances of the exiting id on each generation.',
      of: ['generation', 'moved'],
      bins: [
        ignoreCross(
          'gfx11 shows no exiting id',
          { generation: getGenerationBins(EXIT_BY_EXPORT) },
          'On GFX11, waves have no ids (S-054).',
        ),
      ],
    },
    { text: 'Simultaneous exits on each generation.', of: ['generation', 'beside'] },
  ],
  monitor({ sampler, table, test }) {
    const { values, point } = sampler;
    /** The exiting id that is visible to polls, by packer. */
    const visibleIds = table.perTest(new Map<number, number>());
    /** The cycle of the last exit, by packer. */
    const exitCycles = table.perTest(new Map<number, number>());
    let lastExitCycle = -1;
    return {
      begin() {
        lastExitCycle = -1;
      },
      'exiting-id-visible'({ packer, id }) {
        const { hasWaveIds, freedoms } = test();
        if (!hasWaveIds) return;
        const idCount = freedoms.idWrap + 1;
        const previous = visibleIds.get(packer) ?? freedoms.idStart % idCount;
        visibleIds.set(packer, id);
        values[point.moved] = wrapId(id - previous, idCount);
        values[point.beside] = NOT_SAMPLED;
        sampler.sample();
      },
      'section-exit'({ packer, cycle }) {
        values[point.moved] = NOT_SAMPLED;
        values[point.beside] = exitCycles.get(packer) === cycle ? 2 : lastExitCycle === cycle ? 1 : 0;
        exitCycles.set(packer, cycle);
        lastExitCycle = cycle;
        sampler.sample();
      },
    };
  },
});
