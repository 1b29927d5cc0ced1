import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '../../base/basics/package-root.js';
import { KNOBS, type Knob } from '../../transactions/index.js';

/** Where scenarios are made and checked. */
const FOLDERS = ['rtl-model', 'stimulus', 'checkers', 'coverage', 'bench', 'test'];
/** The test of suite files, in which users may write numbers, and this file. */
const BY_NUMBER = ['test/harness/suite-files/suite-file.test.ts', 'test/house/knob-names.test.ts'];

const namedKnobs = Object.entries<Knob>(KNOBS).flatMap(([name, knob]) =>
  knob.kind === 'value' && knob.choices !== undefined ? [name] : [],
);
const numberForName = new RegExp(`\\b(?:${namedKnobs.join('|')}): \\d`);

it('knobs with named choices are set by name, never by number', () => {
  const found = FOLDERS.flatMap((folder) =>
    readdirSync(join(packageRoot(), folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .map((path) => join(folder, path)),
  )
    .filter((file) => !BY_NUMBER.includes(file))
    .flatMap((file) =>
      readFileSync(join(packageRoot(), file), 'utf8')
        .split('\n')
        .flatMap((line, index) => (numberForName.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : [])),
    );
  expect(found, "write setting('caches', 'stale')").toEqual([]);
});

it('detects a number in place of a name', () => {
  expect(numberForName.test('freedoms: { caches: 1 }')).toBe(true);
  expect(numberForName.test("freedoms: { caches: setting('caches', 'stale') }")).toBe(false);
});
