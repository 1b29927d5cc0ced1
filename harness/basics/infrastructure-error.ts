import { formatMessageLine } from '../../transactions/index.js';

/**
 * Thrown when a run's infrastructure fails: for example, when a worker cannot start or the disk is full. The command
 * then exits with code 4.
 */
export class InfrastructureError extends Error {
  override readonly name = 'InfrastructureError';

  constructor(message: string) {
    super(formatMessageLine(message));
  }
}
