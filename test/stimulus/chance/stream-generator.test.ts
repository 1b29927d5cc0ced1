import fc from 'fast-check';
import { pickFrom, StreamGenerator, seededBy } from '../../../stimulus/kit/chance.js';
import { RandomStream } from '../../../transactions/index.js';

/** Returns the values that fast-check draws in a run with the given root seed. */
function drawValues(root: string): number[] {
  const values: number[] = [];
  const property = fc.property(fc.integer(), (value) => {
    values.push(value);
  });
  fc.assert(property, { ...seededBy(root), numRuns: 20 });
  return values;
}

it('seededBy draws the same cases for the same 64-bit seed, and different cases for seeds with the same low 32 bits', () => {
  expect(drawValues('0x1234567800000001')).toEqual(drawValues('0x1234567800000001'));
  expect(drawValues('0x1234567800000001')).not.toEqual(drawValues('0x8765432100000001'));
});

it('seededBy rejects a string that is not a seed, and names the expected format', () => {
  expect(() => seededBy('12')).toThrow('Invalid SEED: expected 0x');
});

it('fast-check replays a failure from the seed and path that it prints', () => {
  const property = fc.property(fc.array(fc.integer()), (values) => values.length < 3);
  const { counterexamplePath, counterexample } = fc.check(property, seededBy('0x77'));
  const replay = fc.check(property, { ...seededBy('0x77'), path: counterexamplePath! });
  expect(replay.counterexample).toEqual(counterexample);
});

it('a cloned generator continues from the same position, and jumps do not depend on the values drawn so far', () => {
  const seed = { high: 1, low: 2 };
  const generator = new StreamGenerator(seed);
  generator.next();
  const copy = generator.clone();
  expect([generator.next(), generator.next()]).toEqual([copy.next(), copy.next()]);
  const fresh = new StreamGenerator(seed);
  generator.jump();
  fresh.jump();
  expect(generator.next()).toBe(fresh.next());
});

it('pickFrom draws equal values from equal streams, and different ones as a stream continues', () => {
  const numbers = fc.array(fc.integer(), { minLength: 4, maxLength: 4 });
  const [stream, equalStream] = [new RandomStream('0x5'), new RandomStream('0x5')];
  const first = pickFrom(stream, numbers);
  expect(pickFrom(equalStream, numbers)).toEqual(first);
  expect(pickFrom(stream, numbers)).not.toEqual(first);
});
