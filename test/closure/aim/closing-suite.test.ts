import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { addClosingTests, readClosingTests } from '../../../closure/aim/search-holes.js';
import { readSeed } from '../../../harness/basics/seeds.js';
import { formatTestId } from '../../../harness/selection/plan.js';
import { createTempFolder } from '../../cli/support/run-cli.js';

const folder = createTempFolder();
const SEED = readSeed('0x5eed');
const makeTest = (index: number) => ({ sequence: 'rmw_buffer', index, seed: '0x1' });
const listIds = (file: string): string[] => readClosingTests(file).map(formatTestId);

it('the hole-closing suite lists each test once, newest first, with its root seed', () => {
  const file = join(folder, 'closing.json');
  expect(listIds(file)).toEqual([]);
  addClosingTests(file, [makeTest(1), makeTest(2)], SEED);
  addClosingTests(file, [makeTest(3), makeTest(1)], readSeed('0x2'));
  addClosingTests(file, [makeTest(2)], SEED);
  expect(listIds(file)).toEqual(
    [2, 3, 1, 1].map((index, i) => `rmw_buffer.${index}@${i % 3 === 0 ? '0x5eed' : '0x2'}`),
  );
});

it('the hole-closing suite keeps at most two hundred tests', () => {
  const file = join(folder, 'many.json');
  const many = Array.from({ length: 201 }, (_, index) => makeTest(index));
  addClosingTests(file, many, SEED);
  expect(listIds(file)).toEqual(many.slice(0, 200).map(({ index }) => `rmw_buffer.${index}@0x5eed`));
});

it('the hole-closing suite is left untouched when no tests were found or the file is unreadable', () => {
  const [none, malformed] = [join(folder, 'none.json'), join(folder, 'malformed.json')];
  addClosingTests(none, [], SEED);
  expect(listIds(none)).toEqual([]);
  writeFileSync(malformed, '{"pinned": [');
  expect(() => addClosingTests(malformed, [makeTest(1)], SEED)).toThrow(/malformed\.json/);
  expect(readFileSync(malformed, 'utf8')).toBe('{"pinned": [');
});
