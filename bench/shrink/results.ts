import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findPackageRoot } from '../../base/basics/index.js';
import { describeMachine } from '../machine.js';
import type { ShrinkBenchResult } from './shrink-kill.js';

/**
 * Limits for C5: the size of the shrunk case relative to the handwritten one, and the maximum and median CPU time per
 * search, in seconds.
 */
export const LIMITS = { ratio: 2, seconds: 10, medianSeconds: 5 };

const FILE = join(findPackageRoot(), 'bench', 'results', 'c5.json');

/** Replaces the stored results with those of a new run. */
export function writeShrinkResults(kills: readonly ShrinkBenchResult[], date: string | undefined): void {
  mkdirSync(dirname(FILE), { recursive: true });
  const median = { ratio: getMedian(kills, 'ratio'), seconds: getMedian(kills, 'seconds') };
  const head = JSON.stringify({ date, machine: describeMachine(), limits: LIMITS, median }, null, 2);
  const lines = kills.map((kill) => `    ${JSON.stringify(kill)}`).join(',\n');
  writeFileSync(FILE, `${head.slice(0, -2)},\n  "kills": [\n${lines}\n  ]\n}\n`);
}

/** Returns the median of the given metric across all kills, or 0 if there are none. */
export function getMedian(kills: readonly ShrinkBenchResult[], metric: 'ratio' | 'seconds'): number {
  const sorted = kills.map((kill) => kill[metric]).sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}
