import { WITH_EXACT_NEWEST_ID } from '../../arch/index.js';
import { covergroup } from '../collector/monitor.js';
import { bin, ignoreCross, labelBins } from '../dsl/bins.js';
import { getGenerationBins, idGenerationPoint } from './common.js';

const RELATIONS = ['none', 'newest before wrap', 'exiting before wrap', 'both before wrap'] as const;

/**
 * Which side of the last wraparound the ids in each poll fall on. Ids from before the wraparound are numerically
 * greater than the wave's own id.
 */
export const wrap = covergroup({
  name: 'wrap',
  version: 1,
  text: 'Id wraparound as seen by a polling wave.',
  statements: ['S-033', 'S-034', 'S-036', 'S-037', 'S-041', 'S-045'],
  points: {
    generation: idGenerationPoint,
    relation: {
      text: 'Which of the newest overlapped id and the exiting id predate the last wraparound.',
      statements: ['S-037'],
      bins: labelBins(RELATIONS),
    },
    outcome: {
      text: 'Outcome of the poll.',
      statements: ['S-045'],
      bins: [bin('wait', [0]), bin('enter', [1])],
    },
    order: {
      text: 'How the exiting id compares with the newest overlapped id, in wave order.',
      statements: ['S-041'],
      bins: [
        bin('older', [-1]),
        bin('equal', [0], {
          text: 'the newest overlapped wave is the next to exit, so the polling wave must still wait',
        }),
        bin('just newer', [1]),
        bin('newer', [2]),
      ],
    },
    correction: {
      text: 'Whether the reported newest overlapped id is one too small, as on GFX9.',
      statements: ['S-039', 'S-040'],
      bins: [bin('as reported', [0]), bin('one added', [1])],
    },
  },
  crosses: [
    { text: 'Wraparound on each generation.', of: ['generation', 'relation'] },
    {
      text: 'Outcomes of polls with ids on either side of the wraparound.',
      of: ['relation', 'outcome'],
      bins: [
        ignoreCross(
          'newest before, exiting after',
          { relation: ['newest before wrap'], outcome: ['wait'] },
          'An exiting id from after the wraparound is newer than every id from before it.',
        ),
        ignoreCross(
          'exiting before, newest after',
          { relation: ['exiting before wrap'], outcome: ['enter'] },
          'An exiting id from before the wraparound is older than every id from after it.',
        ),
      ],
    },
    {
      text: 'The correction on each generation.',
      of: ['generation', 'correction'],
      bins: [
        ignoreCross(
          'only gfx9 is one too small',
          { generation: getGenerationBins(WITH_EXACT_NEWEST_ID), correction: ['one added'] },
          'Fixed in GFX10 (S-040).',
        ),
      ],
    },
  ],
  monitor({ sampler, facts, test }) {
    const { values, point } = sampler;
    return {
      'exiting-id-polled'({ wave, id }) {
        const current = facts.id.get(wave);
        const newest = facts.newest.get(wave);
        const lead = facts.getIdLead(wave, id, test());
        values[point.relation] = (newest > current ? 1 : 0) + (id > current ? 2 : 0);
        values[point.outcome] = lead > 0 ? 1 : 0;
        values[point.order] = Math.max(-1, Math.min(2, lead));
        values[point.correction] = facts.corrected.get(wave);
        sampler.sample();
      },
    };
  },
});
