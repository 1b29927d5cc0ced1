import { emitDrawnBody } from '../drawn/drawn-body.js';
import { emitFullBody } from '../drawn/full-body.js';
import { emitNeighbourBody } from '../drawn/neighbour-body.js';
import { createDrawnScenario } from '../drawn/scenario.js';
import { pick } from '../kit/chance.js';
import { sequence } from '../kit/test.js';

/** Runs instructions that are drawn from the table, so that each one that the model runs is issued. */
export const drawnAccesses = sequence({
  name: 'drawn_accesses',
  text: 'pixel and compute programs of memory instructions drawn from the table, with values at which operations differ',
  claims: [],
  generate: (test) => createDrawnScenario(test, emitDrawnBody),
});

/** Runs every pair of accesses to the same bytes, with the waits that their order requires and no others. */
export const neighbours = sequence({
  name: 'neighbours',
  text: 'accesses of all kinds to the same bytes, one right after the other, and waves that end with some outstanding',
  claims: [],
  generate: (test) => createDrawnScenario(test, emitNeighbourBody),
});

/** The queue sizes of address units, from one access to more than a burst has. */
const ADDRESS_QUEUES = [1, 2, 16, 64] as const;

/** Fills each of a wave's counters, exactly and with one access more, and again as soon as it is empty. */
export const brimfulCounters = sequence({
  name: 'brimful_counters',
  text: 'bursts of accesses that fill a counter or an address queue exactly or with one too many, back to back',
  claims: [],
  knobs: (branch) => ({ taQueue: pick(branch('queues'), ADDRESS_QUEUES) }),
  generate: (test) => createDrawnScenario(test, emitFullBody),
});
