import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { assembleProgram } from '../../arch/index.js';
import { findPackageRoot } from '../../harness/basics/package-root.js';
import { buildElf } from '../harness/elf/elf-builder.js';
import { prepareInstalledCommands } from '../support/installed-commands.js';
import { type DocCommand, readDocCommands, splitShellWords } from './support/doc-commands.js';

const installed = await prepareInstalledCommands();
const readPage = (name: string): string => readFileSync(join(findPackageRoot(), 'docs', name), 'utf8');
const JUDGING = readPage('judging-shaders.md');
const COUNTER = findBlock('asm');
const STATE = findBlock('json');
const SCENE = JUDGING.match(/^```json\n[\s\S]*?^```$/gm)!.find((block) => block.includes('"primitives"'))!;
const FIXED = COUNTER.replace('s_sendmsg', 's_waitcnt_vscnt null, 0x0\n  s_sendmsg');

/** ELF header flags for gfx1030. */
const GFX1030 = 0x36;

function findBlock(language: string): string {
  return new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(JUDGING)![1]!;
}

function write(name: string, content: string | Uint8Array): void {
  const path = join(installed!.folder, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, content);
}

function buildObject(text: string): Uint8Array {
  const instructions = text.replace(/^;.*\n/gm, '');
  return buildElf({ words: assembleProgram(instructions, 'gfx10.3'), flags: GFX1030 });
}

/** Returns the commands on a page, in order, with their documented output. */
function findExamples(
  text: string,
): readonly { readonly words: readonly string[]; readonly lines: readonly string[] }[] {
  return Array.from(
    text.matchAll(/^```\n\$ npx --no-install pops-tb (.+)\n([\s\S]*?)^```$/gm),
    ([, line, output]) => ({
      words: splitShellWords(line!),
      lines: output!.split('\n').filter((row) => row !== '' && row !== '...'),
    }),
  );
}

/** Expects the output to contain all of the lines, in order. */
function expectLines(output: string, lines: readonly string[]): void {
  let start = 0;
  const outputLines = output.split('\n');
  for (const line of lines) {
    const index = outputLines.indexOf(line, start);
    expect(index, `${line}\n  in\n${output}`).toBeGreaterThanOrEqual(0);
    start = index + 1;
  }
}

async function run(words: readonly string[]) {
  const { code, stdout, stderr } = await installed!.run(words);
  return { code, output: `${stderr}${stdout}` };
}

it.skipIf(installed === undefined)(
  'the commands in docs/judging-shaders.md lead from an object file to a fixed bug, and print the documented output',
  async () => {
    write('counter.o', buildObject(COUNTER));
    write('fixed.o', buildObject(FIXED));
    write('counter.s', COUNTER);
    write('scene.json', SCENE.replace(/^```.*$/gm, ''));
    const [withoutState, withState, fixed, ...others] = findExamples(JUDGING);
    const first = await run(withoutState!.words);
    expect(first.code).toBe(1);
    expectLines(first.output, withoutState!.lines);
    write('counter.state.json', STATE);
    const codes: number[] = [];
    for (const { words, lines } of [withState!, fixed!, ...others]) {
      const { code, output } = await run(words);
      codes.push(code ?? -1);
      expectLines(output, lines);
    }
    expect(codes).toEqual([1, 0, 0, 1]);
  },
);

it.skipIf(installed === undefined)(
  'every check command for assembly in docs/judging-shaders.md passes',
  async () => {
    write('counter.s', COUNTER);
    write('shaders/counter.s', COUNTER);
    write('tests/shaders/deep/fixed.s', FIXED.replace('RACE-01', 'pass'));
    const assemblyChecks = readDocCommands().filter(
      ({ page: name, line }: DocCommand) => name === 'judging-shaders.md' && /^check (?!.*\.o\b)/.test(line),
    );
    expect(assemblyChecks.length).toBeGreaterThan(3);
    for (const { args } of assemblyChecks) {
      const { code, output } = await run([...args, '--seeds', '1', '--workers', '1']);
      expect(code, output).toBe(0);
    }
  },
);

it.skipIf(installed === undefined)(
  'the commands in docs/state-file.md print the documented output',
  async () => {
    write('counter.o', buildObject(COUNTER));
    write('misspelt.json', STATE.replace('prim_mask', 'prim_musk'));
    const examples = findExamples(readPage('state-file.md'));
    expect(examples.length).toBeGreaterThan(0);
    for (const { words, lines } of examples) {
      const { code, output } = await run(words);
      expect(code).toBe(2);
      expectLines(output, lines);
    }
  },
);
