import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { killMatrixFile, readKillMatrix } from '../../regression/index.js';
import { describeMachine } from '../machine.js';
import { projectRoot } from '../project-root.js';
import { type ShrunkKill, shrinkKill } from './shrink-kill.js';

/** C5: a shrunk case is at most so many times what is known by hand, and takes at most so long. */
const FLOOR = { ratio: 2, seconds: 10 };

function lineOf({ fault, rule, shrunk, hand, ratio, seconds }: ShrunkKill): string {
  const size = `${shrunk.waves} + ${shrunk.primitives}`;
  const missed = ratio > FLOOR.ratio || seconds > FLOOR.seconds ? '  below the floor' : '';
  return `${fault.padEnd(5)} ${rule.padEnd(10)} ${size.padStart(7)}  by hand ${hand}  ${ratio.toFixed(2)}  ${seconds.toFixed(1)} s${missed}`;
}

const { values } = parseArgs({
  options: { only: { type: 'string', multiple: true }, write: { type: 'boolean' }, date: { type: 'string' } },
});
const rows = readKillMatrix(killMatrixFile()).filter(({ id }) => values.only?.includes(id) ?? true);
const kills: ShrunkKill[] = [];
for (const row of rows) {
  const kill = await shrinkKill(row);
  console.log(
    kill === undefined
      ? `${row.id} passes its killing test now: pops-tb qualify finds another test`
      : lineOf(kill),
  );
  if (kill !== undefined) kills.push(kill);
}
const within = kills.filter(({ ratio, seconds }) => ratio <= FLOOR.ratio && seconds <= FLOOR.seconds);
console.log(`${within.length} of ${rows.length} within twice the case by hand and ${FLOOR.seconds} s`);
if (values.write === true) {
  const file = join(projectRoot(), 'bench', 'results', 'c5.json');
  mkdirSync(join(file, '..'), { recursive: true });
  const kept = { date: values.date, machine: describeMachine(), floor: FLOOR, kills };
  writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`);
}
process.exitCode = within.length === rows.length ? 0 : 1;
