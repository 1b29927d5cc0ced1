import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { packageRoot } from '../../../regression/index.js';
import { importsOf, laterTestFiles } from './unit-tests/later-test-files.js';
import { BUILT, unitTestFiles } from './unit-tests/test-files.js';
import { modelFiles } from './units.js';

/** Rooms that load no module of the model; all copies share them. */
const SHARED = ['arch', 'transactions', 'stimulus', 'checkers', 'coverage'];

/** What tests import as `vitest`. */
const VITEST = new URL('./unit-tests/vitest-in-thread.js', import.meta.url);

/**
 * A copy of what the model and its tests load, in which modules of the model can be changed. Under another name its modules are new to Node,
 * but for those of the shared rooms.
 */
export class CopiedTree {
  private names = 0;
  private readonly changed = new Set<string>();

  private readonly folder: string;

  /** @param around folder that the tree gets a place in. */
  constructor(around: string) {
    this.folder = mkdtempSync(join(around, 'tree-'));
    mkdirSync(this.built, { recursive: true });
    for (const name of readdirSync(packageRoot()))
      if (name !== 'dist') symlinkSync(join(packageRoot(), name), join(this.root, name));
    for (const file of readFiles()) this.link(file);
    for (const room of SHARED) symlinkSync(join(BUILT, room), join(this.built, room));
    for (const file of reachedFiles()) this.copy(file);
    const vitest = join(this.built, 'node_modules', 'vitest');
    mkdirSync(vitest, { recursive: true });
    writeFileSync(join(vitest, 'package.json'), '{"type":"module","exports":"./index.js"}');
    writeFileSync(join(vitest, 'index.js'), `export * from '${VITEST.href}';\n`);
  }

  /** The compiled rooms of the tree, under its present name. */
  get built(): string {
    return join(this.root, 'dist');
  }

  /** Takes back all changes and gives the tree another name. */
  renew(): void {
    const before = this.root;
    this.names++;
    renameSync(before, this.root);
    for (const file of this.changed) this.copy(file);
    this.changed.clear();
  }

  /** Changes a compiled module, named below the compiled rooms. */
  change(file: string, text: string): void {
    writeFileSync(join(this.built, file), text);
    this.changed.add(file);
  }

  private get root(): string {
    return join(this.folder, String(this.names));
  }

  private link(file: string): void {
    const to = join(this.built, file);
    mkdirSync(dirname(to), { recursive: true });
    symlinkSync(join(packageRoot(), file), to);
  }

  private copy(file: string): void {
    const to = join(this.built, file);
    mkdirSync(dirname(to), { recursive: true });
    copyFileSync(join(BUILT, file), to);
  }
}

/** What tests read from their own folder, or from beside it: data of the package, and all files below `test` that are not compiled. */
function readFiles(): readonly string[] {
  const inTests = readdirSync(join(packageRoot(), 'test'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.ts'))
    .map(({ parentPath, name }) => relative(packageRoot(), join(parentPath, name)));
  return ['data', 'package.json', ...inTests];
}

/** Compiled modules of the model and of the tests, with all that they import, outside of the shared rooms. */
function reachedFiles(): ReadonlySet<string> {
  const reached = new Set([
    ...modelFiles().map((file) => `rtl-model/${file}.js`),
    ...[...unitTestFiles(), ...laterTestFiles()].map((file) => `${file}.js`),
  ]);
  for (const file of reached) {
    const source = readFileSync(join(BUILT, file), 'utf8');
    for (const name of importsOf(source)) {
      const path = posix.join(posix.dirname(file), name);
      if (!SHARED.includes(path.split('/')[0]!)) reached.add(path);
    }
  }
  return reached;
}
