import type { Suite } from './sequence.js';
import { SEQUENCES } from './sequences/index.js';

const everySequence = SEQUENCES.map(({ name }) => ({ sequence: name, weight: 1 }));

/** All suites by name; one entry each. */
export const SUITES: Readonly<Record<string, Suite>> = {
  smoke: {
    name: 'smoke',
    text: 'a fixed number of tests from a fixed seed, about 20 s on two cores',
    seed: '0x5eed',
    count: 1000,
    tests: everySequence,
  },
  nightly: {
    name: 'nightly',
    text: 'every test from a fresh seed: about four minutes on two cores, or as --count or --time say',
    count: 24_000,
    tests: everySequence,
  },
  soak: {
    name: 'soak',
    text: 'clean waves for false alarms, from a fresh seed: nearly 200,000, or as --count or --time say',
    count: 2500,
    tests: everySequence,
  },
};
