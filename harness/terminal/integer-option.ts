import { UsageError } from '../../transactions/usage-error.js';
import type { Range } from '../basics/ranges.js';

/** Returns a parser for an integer option with inclusive bounds. It throws a `UsageError` that names the option. */
export function makeIntegerOption(option: string, { min, max }: Range): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < min || value > max) {
      throw new UsageError(`Invalid ${option} "${text}": expected an integer from ${min} to ${max}`);
    }
    return value;
  };
}
