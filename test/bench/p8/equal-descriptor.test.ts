import { afterAll, describe, expect, it } from 'vitest';
import { EQUAL_DESCRIPTOR, ownRandom, randomOfFastCheck } from '../../../bench/p8/equal-descriptor.js';
import { smallestTest } from '../../../bench/p8/smallest-test.js';
import { runScenario } from '../../../rtl-model/index.js';
import { drawOptions } from '../../../stimulus/driver/options.js';
import { RandomStream } from '../../../transactions/index.js';

const COUNT = 200;

const next = RandomStream.prototype.nextUint32;
let draws = 0;
RandomStream.prototype.nextUint32 = function (): number {
  draws++;
  return next.call(this);
};
afterAll(() => {
  RandomStream.prototype.nextUint32 = next;
});

/** What `work` makes, and the draws that it takes of our stream. */
function counted<T>(work: () => T): readonly [value: T, draws: number] {
  const before = draws;
  return [work(), draws - before];
}

const [tests, drawsOfTests] = counted(() => Array.from({ length: COUNT }, (_, test) => smallestTest(test)));
const [descriptors, drawsOfDescriptors] = counted(() => {
  const random = ownRandom();
  return Array.from({ length: COUNT }, () => EQUAL_DESCRIPTOR.generate(random, undefined).value);
});

/** Names of all fields at any depth, those of list entries under the list's own, each once and sorted. */
function fieldsOf(values: readonly unknown[]): string[] {
  return [...new Set(values.flatMap((value) => fieldsIn(value, '')))].sort();
}

function fieldsIn(value: unknown, path: string): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => fieldsIn(each, `${path}[]`));
  if (typeof value !== 'object' || value === null) return value === undefined ? [] : [path];
  return Object.entries(value).flatMap(([name, each]) => fieldsIn(each, `${path}.${name}`));
}

describe('the descriptor that P8 sets beside whole tests', () => {
  it('has the knobs that vary from test to test, and no others', () => {
    const valuesOf = (name: string): unknown[] =>
      tests.map(({ freedoms }) => String((freedoms as Record<string, unknown>)[name]));
    const varying = Object.keys(tests[0].freedoms).filter((name) => new Set(valuesOf(name)).size > 1);
    expect(Object.keys(descriptors[0].knobs).sort()).toEqual(varying.sort());
  });

  it('has the fields of the programs that tests hold, and no others', () => {
    expect(fieldsOf(descriptors.map(({ program }) => program))).toEqual(
      fieldsOf(tests.map(({ programs }) => programs[0].descriptor)),
    );
  });

  it('has one value for each draw of the options of registers', () => {
    const [, drawn] = counted(() => drawOptions('0x1', 'gfx11', 64, [{}]));
    expect(descriptors[0].options.flat()).toHaveLength(drawn);
  });

  it('takes no more draws than the test, and nearly as many', () => {
    const share = drawsOfDescriptors / drawsOfTests;
    expect(share).toBeLessThanOrEqual(1);
    expect(share).toBeGreaterThan(0.8);
  });

  it('is drawn from fast-check itself without a draw of ours', () => {
    const random = randomOfFastCheck();
    const [two, drawn] = counted(() => [0, 1].map(() => EQUAL_DESCRIPTOR.generate(random, undefined).value));
    expect(two[0]).not.toEqual(two[1]);
    expect(drawn).toBe(0);
  });
});

it('keeps the smallest scene to two triangles in one quad, and so to two waves', () => {
  for (const scenario of tests.slice(0, 40)) {
    const { vertices } = scenario.draws[0];
    const quads = new Set(
      Array.from(
        { length: vertices.length / 6 },
        (_, i) => `${vertices[6 * i] >> 9},${vertices[6 * i + 1] >> 9}`,
      ),
    );
    expect([scenario.draws.length, quads.size, vertices.length <= 12]).toEqual([1, 1, true]);
    expect([1, 2]).toContain(runScenario(scenario, null).waves);
  }
});
