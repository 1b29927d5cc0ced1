import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPackageRoot } from '../../harness/basics/package-root.js';
import { KNOBS, type Knob } from '../../transactions/index.js';

/** Folders whose code creates or checks scenarios. */
const FOLDERS = ['rtl-model', 'stimulus', 'checkers', 'coverage', 'tools', 'test'];
/** This file, and the suite-file test, since users may write numbers in suite files. */
const EXEMPT = ['test/harness/suite-files/suite-file.slow.ts', 'test/house/knob-names.test.ts'];

const namedKnobs = Object.entries<Knob>(KNOBS).flatMap(([name, knob]) =>
  knob.kind === 'value' && knob.choices !== undefined ? [name] : [],
);
const numericSetting = new RegExp(`\\b(?:${namedKnobs.join('|')}): \\d`);

it('knobs with named choices are set by name and never by number', () => {
  const found = FOLDERS.flatMap((folder) =>
    readdirSync(join(findPackageRoot(), folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .map((path) => join(folder, path)),
  )
    .filter((file) => !EXEMPT.includes(file))
    .flatMap((file) =>
      readFileSync(join(findPackageRoot(), file), 'utf8')
        .split('\n')
        .flatMap((line, index) => (numericSetting.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : [])),
    );
  expect(found, "write setting('caches', 'stale')").toEqual([]);
});

it('detects a number used instead of a name', () => {
  expect(numericSetting.test('freedoms: { caches: 1 }')).toBe(true);
  expect(numericSetting.test("freedoms: { caches: setting('caches', 'stale') }")).toBe(false);
});
