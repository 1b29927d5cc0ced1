import { createHash } from 'node:crypto';
import { describeHost } from '../../harness/records/index.js';

/**
 * Returns the name of the queue for this version of the code. Workers with a different version, commit or set of
 * uncommitted changes use a different queue.
 */
export function getQueueName(): string {
  const { version, commit, changes } = describeHost();
  const hash = createHash('sha256')
    .update(JSON.stringify([version, commit, changes]))
    .digest('hex');
  return `pops-tb-${hash.slice(0, 12)}`;
}
