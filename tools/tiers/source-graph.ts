import { posix } from 'node:path';

/** Returns the text of a file of the repository by its path. */
export type ReadSource = (path: string) => string;

const SOURCE = /\.(?:ts|mjs)$/;

/** Matches imports and exports from a module that exist at run time, with their clause, and imports at run time. */
const IMPORT = /^(?:import|export)\s+(?!type\b)(?:([^'";]*?)\bfrom\s+)?'([^']+)'|\bimport\('([^']+)'\)/gm;

/** Matches string literals, which may name files and commands. A template counts up to its first expression. */
const LITERAL = /'([^'\n]+)'|"([^"\n]+)"|`([^`$]+)/g;

/** Matches comments, which use nothing. */
const COMMENT = /^\s*(?:\/\*[\s\S]*?\*\/|\/\/.*$)/gm;

const TEST = /\.(?:test|slow|conform)\.ts$/;

/** Matches a module that a file of the program starts as a thread. */
const STARTED_MODULE = /\bbuiltFile\('([^']+)'\)/g;

const COMMAND_LIST = 'cli/commands.ts';

/** Matches a command's name and the module that it loads, in the list of commands. */
const COMMAND = /name: '([\w-]+)',[^}]*?import\('([^']+)'\)/g;

/** Matches what starts a command that literals name. */
const STARTS_COMMANDS = /\w*Cli\(|[cC]ommands\(|'main\.js'|cli\/main\.js|\bpops-tb\b/;

/** Folders whose files are read as a whole wherever a literal is their name. */
const WHOLE_FOLDERS: readonly string[] = ['data', 'docs', 'examples'];

/** What each file of the repository uses when it runs: modules, data and the commands that it names. */
export class SourceGraph {
  private readonly uses = new Map<string, readonly string[]>();
  private readonly known: ReadonlySet<string>;
  private readonly folders: ReadonlySet<string>;
  private readonly commands: ReadonlyMap<string, string>;

  /** @param files the paths of all files of the repository, with slashes */
  constructor(
    private readonly files: readonly string[],
    private readonly read: ReadSource,
  ) {
    this.known = new Set(files);
    this.folders = new Set(files.flatMap(listFolders));
    const list = this.known.has(COMMAND_LIST) ? read(COMMAND_LIST) : '';
    this.commands = new Map(
      Array.from(list.matchAll(COMMAND), ([, name, module]) => [name!, this.resolve(COMMAND_LIST, module!)!]),
    );
  }

  /**
   * Returns the number of steps from a file to each file that it reaches: 0 for itself, 1 for what it imports or reads.
   */
  measureDistances(from: string): ReadonlyMap<string, number> {
    const distances = new Map([[from, 0]]);
    for (const [file, distance] of distances)
      for (const used of this.listUses(file)) if (!distances.has(used)) distances.set(used, distance + 1);
    return distances;
  }

  private listUses(file: string): readonly string[] {
    const known = this.uses.get(file);
    if (known !== undefined) return known;
    const found = SOURCE.test(file) ? this.findUses(file, this.read(file).replace(COMMENT, '')) : [];
    this.uses.set(file, found);
    return found;
  }

  private findUses(file: string, text: string): readonly string[] {
    const imports = Array.from(text.matchAll(IMPORT), ([, clause, module, atRunTime]) => {
      // A command is reached by its name only, or each would reach all.
      if (file === COMMAND_LIST) return [];
      return this.resolveImport(file, module ?? atRunTime!, clause ?? '');
    });
    const literals = Array.from(text.matchAll(LITERAL), ([, single, double, template]) =>
      (single ?? double ?? template)!.trim(),
    );
    const isTest = file.startsWith('test/');
    const named = literals.flatMap((literal) => this.findNamed(literal));
    const started = Array.from(text.matchAll(STARTED_MODULE), ([, module]) => this.findNamed(module!));
    return [
      ...new Set([
        ...imports.flat(),
        ...started.flat(),
        // The program's own literals name data; a module's path is in lists that start none of them.
        ...named.filter((path) => isTest || !SOURCE.test(path)),
        ...(isTest && STARTS_COMMANDS.test(text) ? this.findCommands(literals, TEST.test(file)) : []),
      ]),
    ];
  }

  /** Returns the modules of the commands that literals begin with. A test that names none may start any. */
  private findCommands(literals: readonly string[], mayBeAny: boolean): readonly string[] {
    const words = literals.map((literal) => literal.replace(/^pops-tb /, '').split(' ')[0]!);
    const named = [...new Set(words)].flatMap((word) => this.commands.get(word) ?? []);
    return named.length > 0 || !mayBeAny ? named : [...this.commands.values()];
  }

  /** Returns the files that a literal names: a path, or the name of a file of data. */
  private findNamed(literal: string): readonly string[] {
    if (!/^[\w./ -]+$/.test(literal) || literal.startsWith('.')) return [];
    const path = literal.replace(/^dist\//, '').replace(/\/$/, '');
    const source = path.replace(/\.js$/, '.ts');
    if (this.known.has(source)) return source.includes('/') ? [source] : [];
    if (this.folders.has(path) && (path.includes('/') || WHOLE_FOLDERS.includes(path)))
      return this.files.filter((file) => file.startsWith(`${path}/`));
    return /\w\.(?:json|bin|txt)$/.test(path) ? this.files.filter((file) => file.endsWith(`/${path}`)) : [];
  }

  private resolveImport(file: string, module: string, clause: string): readonly string[] {
    const target = this.resolve(file, module);
    if (target === undefined) return [];
    const names = /\{([^}]*)\}/.exec(clause)?.[1];
    if (names === undefined || posix.basename(target) !== 'index.ts') return [target];
    const wanted = names.split(',').map((name) => name.trim().split(' as ')[0]!.trim());
    const values = wanted.filter((name) => name !== '' && !name.startsWith('type '));
    return [...new Set(values.map((name) => this.findExporter(target, name)))];
  }

  /** Returns the module from which an index exports a name, or the index itself if its text does not say. */
  private findExporter(index: string, name: string): string {
    for (const [, clause, module] of this.read(index).matchAll(IMPORT)) {
      const target = module === undefined ? undefined : this.resolve(index, module);
      if (target === undefined) continue;
      const isNamed = new RegExp(`\\b${name}\\b\\s*(?:,|\\})`).test(clause ?? '');
      const isInStar =
        clause?.trim() === '*' &&
        new RegExp(`^export (?:\\w+ )*(?:function\\*?|const|let|class) ${name}\\b`, 'm').test(
          this.read(target),
        );
      if (!isNamed && !isInStar) continue;
      return posix.basename(target) === 'index.ts' ? this.findExporter(target, name) : target;
    }
    return index;
  }

  /** Returns the source of a module that a file names relative to itself, if it is one of the repository. */
  private resolve(file: string, module: string): string | undefined {
    if (!module.startsWith('.')) return undefined;
    const path = posix.join(posix.dirname(file), module);
    return [path.replace(/\.js$/, '.ts'), path].find((candidate) => this.known.has(candidate));
  }
}

/** Returns the folders that contain a file. */
function listFolders(file: string): readonly string[] {
  const parts = file.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}
