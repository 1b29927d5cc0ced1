import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Model } from '../../../regression/index.js';
import { changedSource } from './mutants.js';
import type { Change } from './operators.js';
import { MODEL_FOLDER, modelFiles, readModule } from './units.js';

/** Rooms that the model imports; all mutants share them. */
const SHARED = ['arch', 'transactions'];

/** A copy of the model, and the folder that its modules came from. */
export interface ModelCopy {
  readonly model: Model;
  readonly url: string;
}

/** Makes copies of the model with one change each, as separate modules beside the project's model. */
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
    try {
      return (await this.copy((path, source) => (path === file ? changedSource(source, change) : source)))
        .model;
    } catch {
      return undefined;
    }
  }

  /** The model as it is, in modules that nothing has run yet. */
  loadUnchanged(): Promise<ModelCopy> {
    return this.copy((_, source) => source);
  }

  private async copy(textOf: (path: string, source: string) => string): Promise<ModelCopy> {
    const copy = join(this.folder, String(this.made++));
    const room = join(copy, 'rtl-model');
    for (const [path, source] of this.sources) {
      const to = join(room, `${path}.js`);
      mkdirSync(dirname(to), { recursive: true });
      writeFileSync(to, textOf(path, source));
    }
    for (const shared of SHARED) symlinkSync(join(dirname(MODEL_FOLDER), shared), join(copy, shared));
    try {
      const url = pathToFileURL(room).href;
      return { model: (await import(`${url}/index.js`)) as Model, url };
    } finally {
      rmSync(copy, { recursive: true });
    }
  }
}
