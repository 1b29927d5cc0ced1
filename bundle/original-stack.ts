import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { BUNDLED } from './places.js';

const PLACE = /(file:[^\s()]+\.js):(\d+):(\d+)/g;

/** Source maps of bundles that were asked for; they are large. */
const maps = new Map<string, SourceMap>();

/** The text of a stack that names built modules where it named places in a bundle, as if there were no bundles. */
export function originalStack(stack: string): string {
  return stack.replaceAll(PLACE, (place, url: string, line: string, column: string) => {
    const file = fileURLToPath(url);
    if (dirname(file) !== BUNDLED) return place;
    const origin = mapOf(basename(file))?.findOrigin(Number(line), Number(column));
    if (origin === undefined || !('fileName' in origin)) return place;
    const module = pathToFileURL(resolve(BUNDLED, origin.fileName)).href;
    return `${module}:${origin.lineNumber}:${origin.columnNumber}`;
  });
}

/** Undefined for a bundle that another build has replaced since this process loaded it. */
function mapOf(bundle: string): SourceMap | undefined {
  const file = join(BUNDLED, `${bundle}.map`);
  let map = maps.get(bundle);
  if (map === undefined && existsSync(file)) {
    map = new SourceMap(JSON.parse(readFileSync(file, 'utf8')));
    maps.set(bundle, map);
  }
  return map;
}
