import { createHash } from 'node:crypto';
import { describeHost } from '../manifest.js';

/** Name of the queue for tests of this code: workers of another version or commit never see them. */
export function queueName(): string {
  const { version, commit } = describeHost();
  const origin = createHash('sha256').update(`${version} ${commit}`).digest('hex').slice(0, 12);
  return `pops-tb-${origin}`;
}
