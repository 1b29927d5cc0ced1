import { UsageError } from '../../transactions/index.js';
import type { Evaluate } from './sample.js';
import type { Signals } from './signals.js';

/** The name that stands for the cycle number, unless a signal has that name. */
const CYCLE = 'cycle';

const SLICE = /^(\d{1,9})(?::(\d{1,9}))?$/;
const PATH = /^[\w$.[\]:]+$/;

/**
 * Parses the name of a signal or part of a signal (`id`, `slots[1].state`, `bus[9:4]`). Throws a `UsageError` without
 * the location of the name, which the caller adds.
 */
export function parseExpression(text: string, signals: Signals): Evaluate {
  if (signals.has(text)) return signals.readSignal(text);
  if (text === CYCLE) return ({ cycle }) => cycle;
  if (!PATH.test(text))
    throw new UsageError(
      `"${text.slice(0, 40)}" is neither a number nor the name of a signal or part of a signal; for other expressions, write the map as a module (docs/trace.md)`,
    );
  const bracket = text.endsWith(']') ? text.lastIndexOf('[') : -1;
  const [, left, right = left] = SLICE.exec(text.slice(bracket + 1, -1)) ?? [];
  if (bracket <= 0 || left === undefined) return signals.readSignal(text);
  return signals.readSlice(text.slice(0, bracket), Number(left), Number(right));
}
