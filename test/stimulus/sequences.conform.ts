import { LITMUS_SEQUENCES, SEQUENCES } from '../../stimulus/index.js';
import { expectStorable, makeRequest } from './support/sequence-request.js';

/** Earlier seeds are covered by sequences.slow.ts. */
const SEEDS = Array.from({ length: 16 }, (_, i) => 4 + i);

it.each([...SEQUENCES, ...LITMUS_SEQUENCES].map((sequence) => [sequence.name, sequence] as const))(
  'sequence %s generates scenarios that satisfy the schema of stored scenarios',
  (_name, sequence) => {
    for (const seed of SEEDS) expectStorable(sequence.generate(makeRequest(seed)));
  },
);
