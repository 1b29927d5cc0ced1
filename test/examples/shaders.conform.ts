import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { checkFiles } from '../../shaders/check/check-files.js';

const FOLDER = 'examples/shaders';
/** A folder of legal forms that compilers do not emit, and their incorrect counterparts. */
const MORE = 'test/examples/shaders';

const shadersIn = (folder: string): string[] => readdirSync(folder).filter((name) => name.endsWith('.s'));
const README = readFileSync(`${FOLDER}/README.md`, 'utf8');

/** A shader's row in the README's table, built from the shader's header. */
function rowOf(name: string): readonly string[] {
  const text = readFileSync(`${FOLDER}/${name}`, 'utf8');
  const value = (key: string): string => new RegExp(`^; ${key}: (.*)$`, 'm').exec(text)?.[1] ?? '';
  const warning = value('expect-warning');
  const found = warning === '' ? value('expect') : `${value('expect')}, warns of ${warning}`;
  return [`[${name.replace(/^gfx\d+-|\.s$/g, '')}](${name})`, found, text.slice(2, text.indexOf('\n'))];
}

it("a check finds exactly what each hand-written shader's header expects", async () => {
  const request = {
    files: [FOLDER, MORE],
    seeds: 2,
    seed: '0xc4ec',
    workers: 1,
    onUnreadable: () => expect.fail(),
  };
  const mismatches: unknown[] = [];
  let programs = 0;
  for await (const { id, verdict, reason, expected } of checkFiles(request)) {
    programs++;
    if (verdict !== 'pass' || expected === undefined) mismatches.push({ id, verdict, reason, expected });
  }
  expect(mismatches).toEqual([]);
  expect(programs).toBe(shadersIn(FOLDER).length + shadersIn(MORE).length);
});

it("the README has a table row for each shader that matches the shader's header", () => {
  const rows = README.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  const listed = rows.filter(([, file]) => file?.startsWith('[')).map(([, ...cells]) => cells.slice(0, 3));
  expect(listed.toSorted()).toEqual(shadersIn(FOLDER).map(rowOf).toSorted());
});
