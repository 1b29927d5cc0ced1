import { readdirSync, readFileSync } from 'node:fs';
import { checkFiles } from '../../intake/check/check-files.js';

const FOLDER = 'docs/examples/shaders';
/** Legal shaders of a form that compilers do not emit, and broken variants of them. */
const EXTRA_FOLDER = 'test/examples/shaders';

const listShaders = (folder: string): string[] => readdirSync(folder).filter((name) => name.endsWith('.s'));
const README = readFileSync(`${FOLDER}/README.md`, 'utf8');

/** Returns a shader's row in the README's table, built from the shader's header. */
function makeRow(name: string): readonly string[] {
  const text = readFileSync(`${FOLDER}/${name}`, 'utf8');
  const readHeader = (key: string): string => new RegExp(`^; ${key}: (.*)$`, 'm').exec(text)?.[1] ?? '';
  const warning = readHeader('expect-warning');
  const outcome = warning === '' ? readHeader('expect') : `${readHeader('expect')}, warns of ${warning}`;
  return [`[${name.replace(/^gfx\d+-|\.s$/g, '')}](${name})`, outcome, text.slice(2, text.indexOf('\n'))];
}

it("a check of each hand-written shader finds exactly what the shader's header expects", async () => {
  const request = {
    files: [FOLDER, EXTRA_FOLDER],
    seeds: 2,
    seed: '0xc4ec',
    workers: 1,
    onUnreadable: () => expect.fail(),
  };
  const mismatches: unknown[] = [];
  let programCount = 0;
  for await (const { id, verdict, reason, expected } of checkFiles(request)) {
    programCount++;
    if (verdict !== 'pass' || expected === undefined) mismatches.push({ id, verdict, reason, expected });
  }
  expect(mismatches).toEqual([]);
  expect(programCount).toBe(listShaders(FOLDER).length + listShaders(EXTRA_FOLDER).length);
});

it("each shader's row in the README table matches its header", () => {
  const rows = README.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  const listed = rows.filter(([, file]) => file?.startsWith('[')).map(([, ...cells]) => cells.slice(0, 3));
  expect(listed.toSorted()).toEqual(listShaders(FOLDER).map(makeRow).toSorted());
});
