import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { BUNDLES, type BuiltModule, DIST, EXTENSION, getBundleName } from './paths.js';
import { isFresh } from './stamp.js';

export { hashProgramCode } from './code-hash.js';
export { BUNDLES, CODE_CACHE, VIEWER } from './paths.js';

export type { BuiltModule };

let areBundlesFresh: boolean | undefined;

/**
 * Returns the file to load for a built module: its bundle, which loads several times faster than hundreds of separate
 * files, or the module itself if any code has been compiled since the bundles were made. The choice never changes
 * within a process.
 */
export function builtFile(module: BuiltModule): string {
  areBundlesFresh ??= isFresh();
  return areBundlesFresh ? join(BUNDLES, `${getBundleName(module)}${EXTENSION}`) : join(DIST, module);
}

const LOCATION = /(file:[^\s()]+\.m?js):(\d+):(\d+)/g;

/** Source maps by built file. They are large, so each one is loaded only once. */
const maps = new Map<string, SourceMap>();

/** Maps every location in a stack trace that is in a built file, bundled or not, to its source. */
export function mapStack(stack: string): string {
  return stack.replaceAll(LOCATION, (location, url: string, line: string, column: string) => {
    const file = fileURLToPath(url);
    if (!file.startsWith(DIST)) return location;
    const origin = getMap(file)?.findOrigin(Number(line), Number(column));
    if (origin === undefined || !('fileName' in origin)) return location;
    const module = pathToFileURL(resolve(dirname(file), origin.fileName)).href;
    return `${module}:${origin.lineNumber}:${origin.columnNumber}`;
  });
}

/**
 * Returns a built file's source map, or undefined if there is none, for example because the file has been
 * replaced since this process loaded it.
 */
function getMap(file: string): SourceMap | undefined {
  let map = maps.get(file);
  if (map === undefined && existsSync(`${file}.map`)) {
    map = new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')));
    maps.set(file, map);
  }
  return map;
}
