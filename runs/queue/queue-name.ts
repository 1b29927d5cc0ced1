import { createHash } from 'node:crypto';
import { describeHost } from '../../harness/records/index.js';

/** Returns this code's queue name. Workers with a different version, commit or uncommitted changes use another. */
export function getQueueName(): string {
  const { version, commit, changes } = describeHost();
  const origin = createHash('sha256')
    .update(JSON.stringify([version, commit, changes]))
    .digest('hex');
  return `pops-tb-${origin.slice(0, 12)}`;
}
