import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPackageRoot } from '../../harness/basics/package-root.js';
import { ALWAYS } from '../../tools/tiers/always.js';
import { listTestFiles } from './support/test-files.js';

const COSTS = JSON.parse(readFileSync(join(findPackageRoot(), 'test/costs.json'), 'utf8')) as {
  readonly calls: Readonly<Record<string, number>>;
  readonly seconds: Readonly<Record<string, number>>;
};

/** What a file of a tier may cost (CONTRIBUTING): calls of the program's functions in millions, or processor seconds. */
const TIERS = [
  { ending: '.test.ts', costs: COSTS.calls, limit: 30 },
  { ending: '.slow.ts', costs: COSTS.calls, limit: 300 },
  { ending: '.conform.ts', costs: COSTS.seconds, limit: 55 },
] as const;

describe.each(TIERS)('files named $ending', ({ ending, costs, limit }) => {
  const measured = listTestFiles().filter((file) => file.endsWith(ending) && Object.hasOwn(costs, file));

  it(`cost at most ${limit}: a dearer one becomes cheaper, or moves to a later tier`, () => {
    expect(measured.length).toBeGreaterThan(10);
    expect(measured.filter((file) => costs[file]! > limit)).toEqual([]);
  });
});

it('names as running always only files that exist, which take 80 processor seconds at most', () => {
  const files = Object.keys(ALWAYS);
  expect(files.filter((file) => !listTestFiles().includes(file))).toEqual([]);
  const seconds = files.reduce((sum, file) => sum + (COSTS.seconds[file] ?? 0), 0);
  expect(seconds).toBeLessThan(80);
});
