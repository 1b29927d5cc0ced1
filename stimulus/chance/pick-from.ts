import { type Arbitrary, Random } from 'fast-check';
import type { RandomStream } from '../../transactions/index.js';
import { StreamGenerator } from './stream-generator.js';

/** Picks a value from an arbitrary without favouring small ones. Equal streams pick equal values on every machine. */
export function pickFrom<T>(stream: RandomStream, arbitrary: Arbitrary<T>): T {
  const seed = { high: stream.nextUint32(), low: stream.nextUint32() };
  return arbitrary.generate(new Random(StreamGenerator.of(seed)), undefined).value;
}
