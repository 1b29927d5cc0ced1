import { parseArgs } from 'node:util';
import { killMatrixFile, readKillMatrix } from '../../regression/index.js';
import { FLOOR, keepKill } from './results.js';
import { type ShrunkKill, shrinkKill } from './shrink-kill.js';

function lineOf({ fault, rule, shrunk, hand, ratio, seconds }: ShrunkKill): string {
  const size = `${shrunk.waves} + ${shrunk.primitives} + ${shrunk.choices}`;
  const missed = ratio > FLOOR.ratio || seconds > FLOOR.seconds ? '  below the floor' : '';
  return `${fault.padEnd(5)} ${rule.padEnd(10)} ${size.padStart(10)}  by hand ${hand}  ${ratio.toFixed(2)}  ${seconds.toFixed(1)} s${missed}`;
}

const { values } = parseArgs({
  options: { only: { type: 'string', multiple: true }, write: { type: 'boolean' }, date: { type: 'string' } },
});
const matrix = readKillMatrix(killMatrixFile());
const order = matrix.map(({ id }) => id);
const rows = matrix.filter(({ id }) => values.only?.includes(id) ?? true);
const kills: ShrunkKill[] = [];
for (const row of rows) {
  const kill = await shrinkKill(row);
  console.log(
    kill === undefined
      ? `${row.id} passes its killing test now: pops-tb qualify finds another test`
      : lineOf(kill),
  );
  if (kill === undefined) continue;
  kills.push(kill);
  if (values.write === true) keepKill(kill, order, values.date);
}
const times = kills.map(({ seconds }) => seconds).sort((a, b) => a - b);
const median = times[times.length >> 1] ?? 0;
const within = kills.filter(({ ratio, seconds }) => ratio <= FLOOR.ratio && seconds <= FLOOR.seconds);
console.log(
  `${within.length} of ${rows.length} within twice the case by hand and ${FLOOR.seconds} s; ${median.toFixed(1)} s at the median`,
);
process.exitCode = within.length === rows.length ? 0 : 1;
