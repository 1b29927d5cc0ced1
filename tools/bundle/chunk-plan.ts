import { type InputOptions, rolldown } from 'rolldown';
import { getBundleSource } from './sources.js';

/**
 * Entry modules for each kind of process. A process loads all chunks of its kind, so commands that need little
 * code have their own kinds: loading a megabyte takes about 70 ms.
 */
const MODULES_BY_KIND: Readonly<Record<string, readonly string[]>> = {
  start: ['cli/program.js', 'cli/loaded-command.js', 'harness/threads/index.js'],
  /** Each design has a watchdog process. */
  watchdog: ['intake/cosim/watchdog.js'],
  text: ['cli/init-command.js'],
  isa: ['intake/isa/asm-command.js', 'intake/isa/disasm-command.js'],
  check: ['intake/check/check-command.js'],
  /** Commands that run the model in a worker thread. */
  call: [
    'intake/check-trace/check-trace-command.js',
    'failures/replay/replay-command.js',
    'intake/exec/exec-command.js',
    'intake/golden/golden-command.js',
  ],
};

/** The kind of all worker threads and of the user code that they load. */
const THREAD = 'thread';
const THREAD_ENTRY = /-worker\.ts$|\/workers\/worker\.ts$|\/public\/\w+\.ts$/;

/** The kind for all other commands. */
const OTHER = 'model';

/**
 * Returns the name of the chunk for a module, or null for an entry module, which gets its own file. Modules
 * loaded by the same set of kinds share a chunk.
 */
type ChunkNamer = (module: string) => string | null;

/**
 * Assigns modules to chunks according to the kinds of processes and threads that load them. There are no import cycles
 * between chunks.
 */
export async function planChunks(input: InputOptions): Promise<ChunkNamer> {
  const bundle = await rolldown(input);
  const { output } = await bundle.generate({ format: 'esm', preserveModules: true });
  const modules = new Map(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file]] : [])));
  // Skips packages, which Node resolves at run time.
  const entries = new Set(
    [...modules.values()].flatMap((module) => module.dynamicImports.filter((file) => modules.has(file))),
  );
  const startFiles = new Set(Object.values(input.input as Readonly<Record<string, string>>));
  for (const [file, { facadeModuleId }] of modules) if (startFiles.has(facadeModuleId!)) entries.add(file);
  const kinds = new Map<string, Set<string>>();
  const addKind = (file: string, kind: string): void => {
    const module = modules.get(file);
    if (module === undefined || kinds.get(file)?.has(kind) === true) return;
    kinds.set(file, (kinds.get(file) ?? new Set()).add(kind));
    for (const imported of module.imports) addKind(imported, kind);
  };
  for (const file of entries) addKind(file, getKind(modules.get(file)!.facadeModuleId!));
  const names = new Map(
    [...kinds]
      .filter(([file]) => !entries.has(file))
      .map(([file, fileKinds]) => [modules.get(file)!.facadeModuleId!, [...fileKinds].sort().join('-')]),
  );
  return (module) => names.get(module) ?? null;
}

function getKind(entry: string): string {
  if (THREAD_ENTRY.test(entry)) return THREAD;
  const match = Object.entries(MODULES_BY_KIND).find(([, modules]) =>
    modules.some((module) => getBundleSource(module) === entry),
  );
  return match?.[0] ?? OTHER;
}
