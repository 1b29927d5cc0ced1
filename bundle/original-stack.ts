import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { BUILT } from './places.js';

const PLACE = /(file:[^\s()]+\.m?js):(\d+):(\d+)/g;

/** Source maps already loaded, by built file; they are large. */
const maps = new Map<string, SourceMap>();

/** A stack's text with source locations instead of those in built files, bundled or not. */
export function originalStack(stack: string): string {
  return stack.replaceAll(PLACE, (place, url: string, line: string, column: string) => {
    const file = fileURLToPath(url);
    if (!file.startsWith(BUILT)) return place;
    const origin = mapOf(file)?.findOrigin(Number(line), Number(column));
    if (origin === undefined || !('fileName' in origin)) return place;
    const module = pathToFileURL(resolve(dirname(file), origin.fileName)).href;
    return `${module}:${origin.lineNumber}:${origin.columnNumber}`;
  });
}

/** Undefined for a built file replaced since this process loaded it. */
function mapOf(file: string): SourceMap | undefined {
  let map = maps.get(file);
  if (map === undefined && existsSync(`${file}.map`)) {
    map = new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')));
    maps.set(file, map);
  }
  return map;
}
