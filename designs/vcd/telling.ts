import { UsageError } from '../../transactions/index.js';

/** Does something, whose `UsageError` then begins with where it stands. */
export function telling<T>(where: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (error instanceof UsageError) throw new UsageError(`${where}: ${error.message}`);
    throw error;
  }
}
