import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describeMachine } from '../machine.js';
import { projectRoot } from '../project-root.js';
import type { ShrunkKill } from './shrink-kill.js';

/** C5: a shrunk case is at most this many times what is known by hand, and takes at most so long. */
export const FLOOR = { ratio: 2, seconds: 10 };

const FILE = join(projectRoot(), 'bench', 'results', 'c5.json');

/** Puts a kill into the results, in the order of `faults`: rows of others stay, so that a long measurement can be taken in pieces. */
export function keepKill(kill: ShrunkKill, faults: readonly string[], date: string | undefined): void {
  const rows = new Map([...keptKills(), kill].map((one) => [one.fault, one]));
  const ordered = faults.flatMap((id) => rows.get(id) ?? []);
  mkdirSync(dirname(FILE), { recursive: true });
  const { ratio, seconds } = FLOOR;
  const head = JSON.stringify({ date, machine: describeMachine(), floor: { ratio, seconds } }, null, 2);
  const lines = ordered.map((one) => `    ${JSON.stringify(one)}`).join(',\n');
  writeFileSync(FILE, `${head.slice(0, -2)},\n  "kills": [\n${lines}\n  ]\n}\n`);
}

function keptKills(): readonly ShrunkKill[] {
  return existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')).kills : [];
}
