import { raisedLimits } from '../../base/input/index.js';
import { configWords } from '../extension/opened-config.js';

/** A line that runs a command again in a shell, in any directory of the clone; what this process had `--limits` for needs it there too. */
export function lineToPaste(command: string, ...words: readonly string[]): string {
  const times = raisedLimits();
  const limits = times > 1 ? [`--limits ${times}`] : [];
  return ['npx --no-install pops-tb', command, ...words, ...configWords(), ...limits].join(' ');
}
