import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findPackageRoot } from '../../base/basics/index.js';
import { describeMachine } from '../machine.js';
import type { ShrunkKill } from './shrink-kill.js';

/** The limits of C5: the shrunk case's size relative to the hand-made one, and the search's CPU time and its median. */
export const LIMITS = { ratio: 2, seconds: 10, medianSeconds: 5 };

const FILE = join(findPackageRoot(), 'bench', 'results', 'c5.json');

/** Replaces the stored results with those of a new run. */
export function writeKills(kills: readonly ShrunkKill[], date: string | undefined): void {
  mkdirSync(dirname(FILE), { recursive: true });
  const median = { ratio: getMedian(kills, 'ratio'), seconds: getMedian(kills, 'seconds') };
  const head = JSON.stringify({ date, machine: describeMachine(), floor: LIMITS, median }, null, 2);
  const lines = kills.map((kill) => `    ${JSON.stringify(kill)}`).join(',\n');
  writeFileSync(FILE, `${head.slice(0, -2)},\n  "kills": [\n${lines}\n  ]\n}\n`);
}

/** Returns the median of a figure over all kills, or 0 if there are none. */
export function getMedian(kills: readonly ShrunkKill[], figure: 'ratio' | 'seconds'): number {
  const sorted = kills.map((kill) => kill[figure]).sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}
