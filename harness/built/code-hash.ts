import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUNDLES, DIST } from './paths.js';
import { isFresh } from './stamp.js';

/** Folders in the build folder whose code is not part of the program. */
const OTHER_FOLDERS = /^(?:bundled|docs|test|tools|maker-.*)$/;

let cached: string | undefined;

/**
 * Returns a hash of the code that this process runs, as sixteen hex digits: of the bundles, or of the compiled modules
 * if the bundles are older. It is the same wherever the same sources are built.
 */
export function hashProgramCode(): string {
  cached ??= isFresh() ? hashFiles(BUNDLES, listCode(BUNDLES)) : hashFiles(DIST, listCompiledModules());
  return cached;
}

function listCompiledModules(): readonly string[] {
  return readdirSync(DIST, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !OTHER_FOLDERS.test(entry.name))
    .flatMap(({ name }) => listCode(join(DIST, name)).map((file) => join(name, file)));
}

function listCode(folder: string): readonly string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return files.filter((file) => /\.m?js$/.test(file) && !file.startsWith('compiled'));
}

function hashFiles(folder: string, files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files.toSorted())
    hash.update(JSON.stringify(file)).update(readFileSync(join(folder, file)));
  return hash.digest('hex').slice(0, 16);
}
