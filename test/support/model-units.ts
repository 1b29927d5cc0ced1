import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../base/basics/package-root.js';

/**
 * Folders of the model that are not hardware units: the event queue and its random choices, observers of
 * units, and the interface to designs.
 */
const NO_UNITS = ['kernel', 'fingerprint', 'cosim'];

/** The folder of the model. */
export const MODEL = join(packageRoot(), 'rtl-model');

/** The names of the model's folders that are hardware units, sorted. */
export const UNITS: readonly string[] = readdirSync(MODEL, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !NO_UNITS.includes(entry.name))
  .map(({ name }) => name)
  .sort();
