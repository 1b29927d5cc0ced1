import { messageLine } from '../../transactions/index.js';

/** The infrastructure of the run failed: a worker could not start, the disk is full. The command line exits with code 4. */
export class InfrastructureError extends Error {
  override readonly name = 'InfrastructureError';

  constructor(message: string) {
    super(messageLine(message));
  }
}
