import { gzipSync } from 'node:zlib';
import { findMax } from '../../arch/index.js';
import type { TracedLine } from '../../harness/one-test/index.js';
import type { TransactionKind } from '../../transactions/index.js';
import type { Window } from '../waves/vcd.js';

/** The kinds of transaction that identify waves, which are kept even outside the window. */
const ALWAYS_KEPT: readonly TransactionKind[] = [
  'wave-formed',
  'overlap',
  'wave-launched',
  'section-exit',
  'exiting-id-visible',
  'wave-ended',
  'resource-released',
];

/**
 * Trims streams to the requested cycles and packs them. If they are still too long in total, trims them further, to a
 * window around the violation. If no window is returned, the streams are complete.
 */
export function packStreams(
  streams: readonly (readonly TracedLine[])[],
  requested: Window | undefined,
  violationCycle: number,
  maxCharacters: number,
): { readonly window: Window | undefined; readonly packs: readonly string[] } {
  const bounds = requested ?? { first: 0, last: findMax(streams.map(findLastCycle)) };
  const centre = Math.min(Math.max(violationCycle, bounds.first), bounds.last);
  let window = requested;
  let packs = streams.map((lines) => pack(lines, window));
  for (let radius = bounds.last - bounds.first; sumLengths(packs) > maxCharacters && radius > 0; ) {
    radius = Math.floor(radius / 2);
    const trimmed = {
      first: Math.max(bounds.first, centre - radius),
      last: Math.min(bounds.last, centre + radius),
    };
    window = trimmed;
    packs = streams.map((lines) => pack(lines, trimmed));
  }
  return { window, packs };
}

function sumLengths(packs: readonly string[]): number {
  return packs.reduce((sum, { length }) => sum + length, 0);
}

/** Returns the cycle of the last transaction, or 0 if there are none. */
export function findLastCycle(lines: readonly TracedLine[]): number {
  return lines.at(-1)?.cycle ?? 0;
}

/** Whether a line identifies a wave and is therefore kept even outside the window. */
export function identifiesWaves({ line }: TracedLine): boolean {
  return ALWAYS_KEPT.some((kind) => line.startsWith(`{"kind":"${kind}"`));
}

function pack(lines: readonly TracedLine[], window: Window | undefined): string {
  const { first, last } = window ?? { first: 0, last: Infinity };
  const kept = lines.filter(
    (traced) => traced.cycle <= last && (traced.cycle >= first || identifiesWaves(traced)),
  );
  return gzipSync(kept.map(({ line }) => line).join('')).toString('base64');
}
