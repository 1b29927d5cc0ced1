import { type InputOptions, rolldown } from 'rolldown';
import { sourceOf } from './sources.js';

/**
 * The kinds of processes and threads, with the entry modules of each. A process loads all files of its kind,
 * so commands that need little code have their own kinds: loading a megabyte takes about 70 ms.
 */
const MODULES_OF_KIND: Readonly<Record<string, readonly string[]>> = {
  start: ['cli/program.js', 'cli/loaded-command.js', 'harness/threads/index.js'],
  /** One is started for each design. */
  watchdog: ['designs/cosim/watchdog.js'],
  text: ['cli/completion-command.js', 'cli/init-command.js'],
  isa: ['shaders/isa/asm-command.js', 'shaders/isa/disasm-command.js'],
  check: ['shaders/check/check-command.js'],
  /** Commands that leave the model to a thread. */
  call: [
    'designs/check-trace/check-trace-command.js',
    'failures/replay/replay-command.js',
    'shaders/exec/exec-command.js',
    'shaders/golden/golden-command.js',
  ],
};

/** The kind of all worker threads, and of the user's code that they load. */
const THREAD = 'thread';
const ENTRY_OF_THREAD = /-worker\.ts$|\/workers\/worker\.ts$|\/public\/\w+\.ts$/;

/** The kind of all other commands. */
const OTHER = 'model';

/**
 * Returns the name of the file that a module goes into, together with all modules of the same kinds. Returns
 * null for an entry module, which has its own file.
 */
export type FileOf = (module: string) => string | null;

/**
 * Assigns modules to files by the kinds of processes and threads that load them. There are no import cycles
 * between these files.
 */
export async function planFiles(input: InputOptions): Promise<FileOf> {
  const bundle = await rolldown(input);
  const { output } = await bundle.generate({ format: 'esm', preserveModules: true });
  const modules = new Map(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file]] : [])));
  // Packages that Node resolves at run time are not among the modules.
  const entries = new Set(
    [...modules.values()].flatMap((module) => module.dynamicImports.filter((file) => modules.has(file))),
  );
  const started = new Set(Object.values(input.input as Readonly<Record<string, string>>));
  for (const [file, { facadeModuleId }] of modules) if (started.has(facadeModuleId!)) entries.add(file);
  const kinds = new Map<string, Set<string>>();
  const mark = (file: string, kind: string): void => {
    const module = modules.get(file);
    if (module === undefined || kinds.get(file)?.has(kind) === true) return;
    kinds.set(file, (kinds.get(file) ?? new Set()).add(kind));
    for (const imported of module.imports) mark(imported, kind);
  };
  for (const file of entries) mark(file, kindOf(modules.get(file)!.facadeModuleId!));
  const names = new Map(
    [...kinds]
      .filter(([file]) => !entries.has(file))
      .map(([file, kindsOfFile]) => [modules.get(file)!.facadeModuleId!, [...kindsOfFile].sort().join('-')]),
  );
  return (module) => names.get(module) ?? null;
}

function kindOf(entry: string): string {
  if (ENTRY_OF_THREAD.test(entry)) return THREAD;
  const listed = Object.entries(MODULES_OF_KIND).find(([, modules]) =>
    modules.some((module) => sourceOf(module) === entry),
  );
  return listed?.[0] ?? OTHER;
}
