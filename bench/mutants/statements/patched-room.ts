import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Breaker, packageRoot } from '../../../regression/index.js';

/** A change of one compiled module. */
export type Patch = Extract<Breaker, { readonly file: string }>;

const BUILT = join(packageRoot(), 'dist');

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

/**
 * Loads the face of a room in which one module is patched. Only that module and those that reach it by imports are loaded anew; they
 * share the other modules with the project, and with them the code that V8 has compiled already.
 */
export async function loadPatchedRoom(patch: Patch): Promise<unknown> {
  const room = roomOf(patch);
  const patched = `${patch.file}.js`;
  const imports = importsWithin(room);
  const anew = importersOf(patched, imports);
  const folder = mkdtempSync(join(tmpdir(), 'pops-statements-'));
  try {
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    symlinkSync(join(packageRoot(), 'node_modules'), join(folder, 'node_modules'));
    mkdirSync(join(folder, 'dist'));
    for (const shared of SHARED) symlinkSync(join(BUILT, shared), join(folder, 'dist', shared));
    for (const module of imports.keys()) {
      const [original, copy] = [BUILT, join(folder, 'dist')].map((root) => join(root, module));
      mkdirSync(dirname(copy!), { recursive: true });
      if (module === patched) writeFileSync(copy!, patchedSource(readFileSync(original!, 'utf8'), patch));
      else if (anew.has(module)) copyFileSync(original!, copy!);
      else symlinkSync(original!, copy!);
    }
    return await import(pathToFileURL(join(folder, 'dist', room, 'index.js')).href);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Modules of a room, each with those of the room that it imports; paths are relative to `BUILT`. */
type Imports = ReadonlyMap<string, readonly string[]>;

const importsByRoom = new Map<Room, Imports>();

function importsWithin(room: Room): Imports {
  let imports = importsByRoom.get(room);
  if (imports === undefined) {
    const files = readdirSync(join(BUILT, room), { recursive: true, encoding: 'utf8' });
    const modules = files.filter((file) => file.endsWith('.js')).map((file) => join(room, file));
    imports = new Map(modules.map((module) => [module, importedBy(module)]));
    importsByRoom.set(room, imports);
  }
  return imports;
}

/** As the compiler writes them, and nothing is imported later than at the start of a module (the pure rooms). */
function importedBy(module: string): string[] {
  const source = readFileSync(join(BUILT, module), 'utf8');
  return Array.from(source.matchAll(/^(?:import|export)\b[^'";]*['"](\.[^'"]+)['"]/gm), ([, name]) =>
    join(dirname(module), name!),
  );
}

/** A module and all that reach it by imports. */
function importersOf(module: string, imports: Imports): ReadonlySet<string> {
  const found = new Set([module]);
  for (const importer of found)
    for (const [other, imported] of imports) if (imported.includes(importer)) found.add(other);
  return found;
}
