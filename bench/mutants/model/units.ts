import { readdirSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join, posix, sep } from 'node:path';
import { packageRoot } from '../../../regression/index.js';

/** The compiled model. */
export const MODEL_FOLDER = join(packageRoot(), 'dist', 'rtl-model');

/**
 * Tables of faults, numbers that only name choices, checks of the units for statements about structure, and observers
 * for a search: none of these affects the behaviour of the device.
 */
const NO_PART = /((^|[/-])faults|(^|\/)(choice-points|structure))$|^fingerprint\//;

/** Modules of the model by their paths below its folder without endings, in the order of their names. */
export function modelFiles(): readonly string[] {
  return readdirSync(MODEL_FOLDER, { recursive: true, encoding: 'utf8' })
    .map((path) => path.split(sep).join('/'))
    .filter((path) => path.endsWith('.js'))
    .map((path) => path.slice(0, -'.js'.length))
    .sort();
}

/** Those that have mutants: what the device is made of, as the imports from its index on tell. */
export function mutableFiles(): readonly string[] {
  const reached = new Set(['index']);
  for (const file of reached)
    for (const [, path] of readModule(file).matchAll(/from '(\.[^']*)\.js'/g)) {
      const imported = posix.join(posix.dirname(file), path);
      if (!imported.startsWith('..')) reached.add(imported);
    }
  return [...reached].filter((file) => !NO_PART.test(file)).sort();
}

/** The compiled text of a module. */
export function readModule(file: string): string {
  return readFileSync(join(MODEL_FOLDER, `${file}.js`), 'utf8');
}

/** The unit that a module belongs to: its folder, or `device` for what wires the units. */
export function unitOfFile(file: string): string {
  return file.includes('/') ? file.slice(0, file.indexOf('/')) : 'device';
}

/** The line of a module's source that a place of its compiled text comes from. */
export function lineOf(file: string, source: string, offset: number): number {
  const map = new SourceMap(JSON.parse(readFileSync(join(MODEL_FOLDER, `${file}.js.map`), 'utf8')));
  const lines = source.slice(0, offset).split('\n');
  const entry = map.findEntry(lines.length - 1, lines.at(-1)!.length);
  return 'originalLine' in entry ? entry.originalLine + 1 : lines.length;
}
