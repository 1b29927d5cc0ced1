import { type MemorySpace, popcount } from '../../arch/index.js';
import { covergroup } from '../collector/monitor.js';
import { bin, ignoreBin, ignoreCross, labelBins, wildcardBin } from '../dsl/bins.js';
import { generationPoint } from './common.js';

const OPERATIONS = ['load', 'store', 'atomic'] as const;
const SPACES = ['buffer', 'image', 'global', 'flat', 'scalar'] as const satisfies readonly MemorySpace[];

/** Accesses to ordered memory. Sampled when issued. */
export const sectionMemory = covergroup({
  name: 'section-memory',
  version: 2,
  text: 'Memory operations in ordered sections.',
  statements: ['S-084', 'S-085', 'S-100', 'S-101'],
  points: {
    generation: generationPoint,
    operation: { text: 'What the access does.', bins: labelBins(OPERATIONS) },
    space: {
      text: 'How memory is addressed.',
      statements: ['S-107', 'P-144'],
      bins: SPACES.map((space, value) =>
        bin(space, [value], space === 'flat' ? { statements: ['P-141', 'P-142', 'P-143', 'P-150'] } : {}),
      ),
    },
    coherence: {
      text: 'Coherence bits of the instruction: slc, dlc, glc.',
      statements: ['S-100', 'S-101', 'S-104', 'S-106'],
      bins: [
        bin('none', [0]),
        bin('glc', [1]),
        bin('glc and dlc', [3]),
        ignoreBin('dlc alone', [2], 'No compiler or test program bypasses GL1 while reading L0 (S-100).'),
        wildcardBin('slc', '1??'),
      ],
    },
    bytes: {
      text: 'Bytes per lane.',
      bins: [bin('1-2', [1, 2]), bin('4', [4]), bin('8', [8]), bin('12-16', [12, 16])],
    },
    lanes: {
      text: 'How many lanes are active.',
      statements: ['S-067', 'P-027', 'P-028', 'P-030'],
      bins: [bin('one', [1]), bin('some', [2]), bin('all', [3])],
    },
  },
  crosses: [
    { text: 'Operations on each generation.', of: ['generation', 'operation'] },
    {
      text: 'Operations by address space.',
      of: ['operation', 'space'],
      bins: [
        ignoreCross(
          'scalar memory is read only',
          { operation: ['store', 'atomic'], space: ['scalar'] },
          'Compilers do not use scalar stores or atomics on any modelled chip.',
        ),
      ],
    },
  ],
  monitor({ sampler, facts, test }) {
    const { values, point } = sampler;
    return {
      'memory-issued'(access) {
        if (!facts.isOrdered) return;
        values[point.operation] = OPERATIONS.indexOf(access.operation);
        values[point.space] = SPACES.indexOf(access.space as (typeof SPACES)[number]);
        values[point.coherence] = (access.glc ? 1 : 0) | (access.dlc ? 2 : 0) | (access.slc ? 4 : 0);
        values[point.bytes] = access.bytes;
        values[point.lanes] = classifyLanes(access.lanesLo, access.lanesHi);
        sampler.sample();
      },
    };

    function classifyLanes(lanesLo: number, lanesHi: number): number {
      const count = popcount(lanesLo) + popcount(lanesHi);
      if (count === 1) return 1;
      return count < test().lanes ? 2 : 3;
    }
  },
});
