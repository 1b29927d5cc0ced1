import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { compareSearches } from '../../regression/explore/compare-searches.js';
import { COMPARED_SCENES, nameOfScene } from '../../regression/explore/compared-scenes.js';
import {
  comparedSearchesFile,
  readComparedSearches,
  rowOf,
} from '../../regression/explore/compared-searches.js';

const MS_PER_SECOND = 1000;

const { values, positionals } = parseArgs({
  options: { seconds: { type: 'string', default: '3600' }, missing: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const seconds = Number(values.seconds);
if (!(seconds > 0)) throw new Error(`Invalid --seconds ${values.seconds}: expected a number of seconds`);
const rows = new Map(readComparedSearches().map((row) => [row.scene, row]));
const scenes = COMPARED_SCENES.filter((compared) => {
  const name = nameOfScene(compared);
  return positionals.length > 0 ? positionals.includes(name) : !(values.missing && rows.has(name));
});
if (scenes.length === 0 && !values.missing)
  throw new Error(`Invalid scene: expected one of ${COMPARED_SCENES.map(nameOfScene).join(', ')}`);
let isSame = true;
for (const compared of scenes) {
  const scene = nameOfScene(compared);
  const { reduced, whole, differences } = compareSearches(compared, seconds * MS_PER_SECOND);
  isSame &&= differences.length === 0;
  const counts = `${reduced.runs} runs, ${reduced.states} states; every order ${whole.runs} runs, ${whole.states} states`;
  console.log(`${scene}: ${differences.length === 0 ? 'same' : differences.join('; ')} (${counts})`);
  if (differences.length === 0) rows.set(scene, rowOf(compared, reduced, whole));
  else rows.delete(scene);
  writeRows();
}
process.exitCode = isSame ? 0 : 1;

/** Writes the rows in the order of the scenes, one a line. */
function writeRows(): void {
  const lines = COMPARED_SCENES.flatMap((compared) => rows.get(nameOfScene(compared)) ?? []).map((row) =>
    JSON.stringify(row),
  );
  writeFileSync(comparedSearchesFile(), `[\n${lines.join(',\n')}\n]\n`);
}
