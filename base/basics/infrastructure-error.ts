import { messageLine } from '../../transactions/index.js';

/**
 * Thrown if the infrastructure of a run fails: for example, a worker cannot start or the disk is full. The
 * command line exits with code 4.
 */
export class InfrastructureError extends Error {
  override readonly name = 'InfrastructureError';

  constructor(message: string) {
    super(messageLine(message));
  }
}
