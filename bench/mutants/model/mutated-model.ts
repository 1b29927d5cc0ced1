import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Model } from '../../../regression/index.js';
import { CopiedTree } from './copied-tree.js';
import { changedSource } from './mutants.js';
import type { Change } from './operators.js';
import type { Reach } from './reach.js';
import { readModule } from './units.js';

/** A copy of the model. */
export interface ModelCopy {
  readonly model: Model;
  /** The compiled rooms around it: tests that are loaded from there meet this copy. */
  readonly built: string;
}

/** Makes copies of the model with one change each, as separate modules beside the project's model. */
export class MutatedModels {
  private readonly tree: CopiedTree;

  /** @param folder where the files of the copies stand. */
  constructor(folder: string) {
    this.tree = new CopiedTree(folder);
  }

  /** The model with that change in one module; undefined where it can then not be loaded. */
  async load(file: string, change: Change): Promise<ModelCopy | undefined> {
    this.tree.renew();
    this.tree.change(modulePath(file), changedSource(readModule(file), change));
    try {
      return await this.copy();
    } catch {
      return undefined;
    }
  }

  /** The model as it is, in modules that nothing has run yet, with probes. */
  async loadProbed(reach: Reach): Promise<ModelCopy> {
    this.tree.renew();
    for (const file of reach.files) this.tree.change(modulePath(file), reach.probed(file, readModule(file)));
    const copy = await this.copy();
    reach.loaded();
    return copy;
  }

  private async copy(): Promise<ModelCopy> {
    const { built } = this.tree;
    const model = (await import(pathToFileURL(join(built, modulePath('index'))).href)) as Model;
    return { model, built };
  }
}

function modulePath(file: string): string {
  return `rtl-model/${file}.js`;
}
