import { UsageError } from '../../transactions/index.js';
import { checkOutFile } from '../output/out-directory.js';

/** Throws `UsageError` for a suite file that could not be written, or that `run` would not know by its name, before the search for its tests. */
export function checkSuiteOut(file: string): void {
  if (!file.endsWith('.json'))
    throw new UsageError(`Invalid --out ${file}: expected a name that ends in .json`);
  checkOutFile(file);
}
