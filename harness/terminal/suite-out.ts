import { UsageError } from '../../transactions/index.js';
import { checkOutFile } from '../output/out-directory.js';

/**
 * Throws `UsageError` if a suite file cannot be written, or if `run` would not recognise its name. Call this before
 * searching for tests.
 */
export function checkSuiteOutput(file: string): void {
  if (!file.endsWith('.json'))
    throw new UsageError(`Invalid --out ${file}: expected a name that ends in .json`);
  checkOutFile(file);
}
