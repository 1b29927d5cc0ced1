import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Breaker } from '../../../regression/index.js';
import { projectRoot } from '../../project-root.js';

/** A change of one compiled module. */
export type Patch = Extract<Breaker, { readonly file: string }>;

/** Rooms that the two rooms below import; a patched copy shares them. */
const SHARED = ['arch', 'transactions'];

/** Rooms whose modules can be patched. */
const ROOMS = ['rtl-model', 'stimulus'] as const;

type Room = (typeof ROOMS)[number];

/** The room of a patch. Throws where it is in none that can be patched. */
export function roomOf({ file }: Patch): Room {
  const room = ROOMS.find((name) => file.startsWith(`${name}/`));
  if (room === undefined) throw new Error(`${file} is in none of ${ROOMS.join(' and ')}.`);
  return room;
}

/** The module with its change. Throws unless the text to change stands there exactly once. */
export function patchedSource(source: string, { file, from, to }: Patch): string {
  const times = source.split(from).length - 1;
  if (times !== 1) throw new Error(`"${from}" stands ${times} times in ${file}, not once.`);
  return source.replace(from, () => to);
}

/** Loads the face of a room in which one module is patched, from a copy that is gone afterwards. */
export async function loadPatchedRoom(patch: Patch): Promise<unknown> {
  const room = roomOf(patch);
  const built = join(projectRoot(), 'dist');
  const folder = mkdtempSync(join(tmpdir(), 'pops-statements-'));
  try {
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    symlinkSync(join(projectRoot(), 'node_modules'), join(folder, 'node_modules'));
    mkdirSync(join(folder, 'dist'));
    for (const shared of SHARED) symlinkSync(join(built, shared), join(folder, 'dist', shared));
    const copy = join(folder, 'dist', room);
    cpSync(join(built, room), copy, { recursive: true, filter: (path) => !/\.(map|d\.ts)$/.test(path) });
    const module = join(folder, 'dist', `${patch.file}.js`);
    writeFileSync(module, patchedSource(readFileSync(module, 'utf8'), patch));
    return await import(pathToFileURL(join(copy, 'index.js')).href);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
