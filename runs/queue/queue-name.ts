import { createHash } from 'node:crypto';
import { describeHost } from '../../harness/records/index.js';

/** The queue's name for tests of this code: workers with another version, commit or uncommitted changes never see them. */
export function queueName(): string {
  const { version, commit, changes } = describeHost();
  const origin = createHash('sha256')
    .update(JSON.stringify([version, commit, changes]))
    .digest('hex');
  return `pops-tb-${origin.slice(0, 12)}`;
}
