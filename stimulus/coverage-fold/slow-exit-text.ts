import { factsOf, type Gfx } from '../../arch/index.js';
import type { RandomStream } from '../../transactions/index.js';
import { type Dialect, emitDoneMessage, formatExport } from '../dialect/index.js';
import { pick } from '../pick.js';

/** The maximum number of exports per wave: enough for several waves to keep the bus busy. */
export const MAX_EXPORTS = 4;

/** How a program exits its section and ends. */
export interface SlowExit {
  /** How many times v1 is exported, each time to the next target; the last export has `done`. */
  readonly exports: number;
  /** Code to run between the last store and the exit, between the exit and the exports, and before the end. */
  readonly delays: readonly [before: string, between: string, after: string];
}

/** Delays from nothing to much longer than an export takes. */
const DELAYS = [
  '',
  '\n  s_nop 7',
  '\n  s_sleep 8',
  '\n  s_nop 15'.repeat(8),
  '\n  s_nop 15'.repeat(24),
] as const;

/** Picks an exit with independent random delays between its steps. */
export function pickSlowExit(stream: RandomStream): SlowExit {
  const pickDelay = (): string => pick(stream, DELAYS);
  return {
    exports: MAX_EXPORTS - stream.below(stream.below(MAX_EXPORTS) + 1),
    delays: [pickDelay(), pickDelay(), pickDelay()],
  };
}

/**
 * Emits code that exits the section and ends the wave. Sends the exit message first, unless the last export is the
 * exit.
 */
export function emitSlowExit(gfx: Gfx, { waitStores }: Dialect, { exports, delays }: SlowExit): string {
  const [before, between, after] = delays;
  const exportLines = Array.from(
    { length: exports },
    (_, target) =>
      `\n  ${formatExport(gfx, `mrt${target}`, 'v1, off, off, off', { isLast: target === exports - 1 })}`,
  );
  // If the last export is the exit, the others precede the delay, so the bus can be either busy or idle when the wave
  // exits.
  const { exitsByExport } = factsOf(gfx);
  const earlyExports = exitsByExport ? exportLines.slice(0, -1).join('') : '';
  const lateExports = exitsByExport ? exportLines.at(-1)! : exportLines.join('');
  return `
  ${waitStores}${before}${emitDoneMessage(gfx)}${earlyExports}${between}${lateExports}${after}
  s_endpgm`;
}
