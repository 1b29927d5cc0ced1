import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Model } from '../../../regression/index.js';
import { changedSource } from './mutants.js';
import type { Change } from './operators.js';
import { MODEL_FOLDER, modelFiles, readModule } from './units.js';

/** Rooms that the model imports; a mutant shares them with everybody. */
const SHARED = ['arch', 'transactions'];

/** Makes copies of the model with one change each, as modules of their own beside the model of the house. */
export class MutatedModels {
  private readonly sources: ReadonlyMap<string, string>;
  private made = 0;

  /** @param folder where copies are written, each until it is loaded. */
  constructor(private readonly folder: string) {
    this.sources = new Map(modelFiles().map((file) => [file, readModule(file)]));
    writeFileSync(join(this.folder, 'package.json'), '{"type":"module"}');
  }

  /** The model with that change in one module; undefined where it can then not be loaded. */
  async load(file: string, change: Change): Promise<Model | undefined> {
    const copy = join(this.folder, String(this.made++));
    for (const [path, source] of this.sources) {
      const to = join(copy, 'rtl-model', `${path}.js`);
      mkdirSync(dirname(to), { recursive: true });
      writeFileSync(to, path === file ? changedSource(source, change) : source);
    }
    for (const room of SHARED) symlinkSync(join(dirname(MODEL_FOLDER), room), join(copy, room));
    try {
      return (await import(pathToFileURL(join(copy, 'rtl-model', 'index.js')).href)) as Model;
    } catch {
      return undefined;
    } finally {
      rmSync(copy, { recursive: true });
    }
  }
}
