import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findPackageRoot } from '../../../harness/basics/package-root.js';

/** Returns the paths of all test files, from the package's root, with slashes. */
export function listTestFiles(): readonly string[] {
  const names = readdirSync(join(findPackageRoot(), 'test'), { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => /\.(?:test|slow|conform)\.ts$/.test(name))
    .map((name) => `test/${name.replaceAll('\\', '/')}`);
}
