import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../base/basics/package-root.js';

/** Folders of the model that are no unit of the hardware: the calendar with its chance, what only looks at units, and the border to a design. */
const NO_UNITS = ['kernel', 'fingerprint', 'cosim'];

/** The folder of the model. */
export const MODEL = join(packageRoot(), 'rtl-model');

/** Names of the folders of the model that are a unit of the hardware, sorted. */
export const UNITS: readonly string[] = readdirSync(MODEL, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !NO_UNITS.includes(entry.name))
  .map(({ name }) => name)
  .sort();
