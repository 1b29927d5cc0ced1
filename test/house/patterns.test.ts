import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findPackageRoot } from '../../harness/basics/package-root.js';
import { FEATURES } from './support/rooms.js';

/** Folders whose code reads data from outside the project. */
const INPUT_FOLDERS = ['arch', 'transactions', 'coverage', 'stimulus', ...FEATURES];

/** Matches a regular expression literal with the `m` flag, under which `^` and `$` match at every line. */
const MULTI_LINE = /(?<![\w)])\/((?:[^/\\\n]|\\.)+)\/[dgisuvy]*m[dgisuvy]*(?=[.,;)\] \n])/g;

it('no multi-line pattern starts with \\s* or \\s+ (it would rescan all the following blank lines from every line)', () => {
  const found = INPUT_FOLDERS.flatMap(listSources).flatMap((path) =>
    [...readFileSync(join(findPackageRoot(), path), 'utf8').matchAll(MULTI_LINE)]
      .filter(([, pattern]) => /\^\(*\\s[*+]|\[\\s\\S\]\*/.test(pattern!))
      .map(([pattern]) => `${path}: ${pattern} (use [ \\t]*, or process it line by line)`),
  );
  expect(found).toEqual([]);
});

function listSources(folder: string): string[] {
  return readdirSync(join(findPackageRoot(), folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name));
}
