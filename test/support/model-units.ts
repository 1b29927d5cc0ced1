import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findPackageRoot } from '../../harness/basics/package-root.js';

/**
 * The model's folders that are not hardware units: the event queue and its random choices, unit observers, and the
 * interface to designs.
 */
const NON_UNITS = ['kernel', 'fingerprint', 'cosim'];

/** The model's folder. */
export const MODEL = join(findPackageRoot(), 'rtl-model');

/** The model's hardware units, named after their folders and sorted. */
export const UNITS: readonly string[] = readdirSync(MODEL, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !NON_UNITS.includes(entry.name))
  .map(({ name }) => name)
  .sort();
