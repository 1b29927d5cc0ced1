import { appendFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { type Explored, explore } from '../../../regression/explore/explore.js';
import { scenarioOfScene } from '../../../regression/explore/scene-to-explore.js';
import { SearchJournal } from '../../../regression/explore/search-journal.js';

const MS = 60_000;
const folder = mkdtempSync(join(tmpdir(), 'journal of a search '));
afterAll(() => rmSync(folder, { recursive: true }));

const sceneOf = (pixels: string) =>
  scenarioOfScene({ test: 'rmw_buffer', chip: 'vega10', pixels, faults: ['F46'], knobs: {} });
const scene = sceneOf('A');

/** Everything that a search found, but for its time. */
const outcomeOf = ({ seconds: _, ...outcome }: Explored) => outcome;

const search = (file: string, options: { readonly ms?: number; readonly statesMax?: number } = {}) =>
  outcomeOf(
    explore(scene, {
      ...{ ms: MS, randomOrders: 3, histories: true },
      ...options,
      journal: SearchJournal.open(file, scene, true),
    }),
  );

const whole = join(folder, 'whole.log');
const uninterrupted = search(whole);
const bytes = readFileSync(whole);

it('keeps a line for each run, and a search that has ended ends again without a run', () => {
  const runs = bytes
    .toString()
    .split('\n')
    .filter((line) => line.startsWith('{"run"'));
  expect(runs).toHaveLength(uninterrupted.runs);
  expect(search(whole)).toEqual(uninterrupted);
  expect(readFileSync(whole)).toEqual(bytes);
});

it('goes on from wherever it was cut, in the middle of a line too, and comes to the same end and the same file', () => {
  const header = bytes.indexOf('\n') + 1;
  for (const part of [0, 0.1, 0.5, 0.9, 0.999]) {
    const file = join(folder, 'cut.log');
    writeFileSync(file, bytes);
    truncateSync(file, header + Math.floor(part * (bytes.length - header)));
    expect(search(file)).toEqual(uninterrupted);
    const untimed = (text: Buffer): string => text.toString().replace(/"ms":\d+/g, '');
    expect(untimed(readFileSync(file))).toBe(untimed(bytes));
  }
});

it('goes on after its time ran out, and after its table of states was full', () => {
  const file = join(folder, 'bounded.log');
  const { runs, bounded } = search(file, { ms: 0 });
  expect([runs, bounded]).toEqual([1, ['time ran out']]);
  expect(search(file, { statesMax: 2 }).bounded).toEqual(['the table of states is full (2)']);
  expect(search(file)).toEqual(uninterrupted);
});

it('refuses a file of another scene, and one that is damaged, in one line', () => {
  expect(() => SearchJournal.open(whole, sceneOf('AB'), true)).toThrow(
    `Cannot resume ${whole}: it holds a search of another scene; name another file`,
  );
  expect(() => SearchJournal.open(whole, scene, false)).toThrow('a search of another scene');
  const file = join(folder, 'damaged.log');
  writeFileSync(file, bytes);
  appendFileSync(file, '{"run":{}}\n');
  expect(() => SearchJournal.open(file, scene, true)).toThrow(`Invalid search ${file}: line`);
});
