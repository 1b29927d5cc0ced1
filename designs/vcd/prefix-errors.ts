import { UsageError } from '../../transactions/index.js';

/** Runs `act`, and prefixes its `UsageError` with `where`. */
export function prefixErrors<T>(where: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (error instanceof UsageError) throw new UsageError(`${where}: ${error.message}`);
    throw error;
  }
}
