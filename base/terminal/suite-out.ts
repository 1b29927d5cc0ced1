import { UsageError } from '../../transactions/index.js';
import { checkOutFile } from '../output/out-directory.js';

/**
 * Throws `UsageError` for an unwritable suite file, or one whose name `run` would not recognise, before
 * searching for its tests.
 */
export function checkSuiteOut(file: string): void {
  if (!file.endsWith('.json'))
    throw new UsageError(`Invalid --out ${file}: expected a name that ends in .json`);
  checkOutFile(file);
}
