import { UsageError } from '../../transactions/index.js';

/** Runs `action`, and prefixes its `UsageError` with `where`. */
export function prefixErrors<T>(where: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (error instanceof UsageError) throw new UsageError(`${where}: ${error.message}`);
    throw error;
  }
}
