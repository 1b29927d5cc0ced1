import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findPackageRoot } from '../../../harness/basics/package-root.js';
import { isProgramText, readTextCode } from '../../../harness/programs/text-code.js';

/** A program as listed in a corpus file. */
interface ListedProgram {
  readonly id: string;
  readonly instructions: readonly {
    readonly pc: number;
    readonly words: readonly string[];
    readonly asm: string;
  }[];
}

const CORPUS: readonly ListedProgram[] = JSON.parse(
  readFileSync(join(findPackageRoot(), 'data', 'corpus', 'navi48-w64.json'), 'utf8'),
);
const CODE = CORPUS.find(({ id }) => id === 'rmw_buffer/navi48/w64/mono')!.instructions;
const WORDS = CODE.flatMap(({ words }) => words.map(Number));

/** The value the driver puts in an export's unused sources; assemblers write 0. */
const UNUSED_SOURCE = 0x80808080;

const formatDigits = (words: readonly string[]): string => words.map((word) => word.slice(2)).join(' ');
const ACO = CODE.map(({ asm, words }) => `\t${asm.padEnd(59)} ; ${formatDigits(words)}`).join('\n');

function makeRadvDump(device: string): string {
  return `AMD Radeon RX 9070 XT (RADV ${device})
shader: MESA_SHADER_FRAGMENT
Pixel Shader
disasm:
BB0:
${ACO}

*** SHADER STATS ***
`;
}

function makeListing(start: number): string {
  const lines = CODE.map(({ pc, words, asm }) => {
    const address = (start + pc).toString(16).toUpperCase().padStart(12, '0');
    return `\t${asm.padEnd(59)} // ${address}: ${formatDigits(words).toUpperCase()}`;
  });
  return lines.join('\n');
}

const readProgram = (text: string) => readTextCode(text, 'ps.s', { document: {}, source: '--chip' })[0]!;

test.each([
  ["RADV's dump with a processor name", makeRadvDump('GFX1201'), 'GFX1201', 'navi48'],
  ["RADV's dump with a chip name", makeRadvDump('NAVI44'), 'NAVI44', 'navi44'],
  [
    'the Radeon GPU Analyzer',
    `shader main\n  asic(GFX1200)\n  type(PS)\n  wave_size(64)\n\n${makeListing(0)}\nend\n`,
    'GFX1200',
    'navi44',
  ],
])('reads a GFX12 program and its chip from %s', (_, text, processor, chip) => {
  expect(isProgramText(text)).toBe(true);
  expect(readProgram(text)).toMatchObject({ words: WORDS, target: { processor, chip } });
});

test('reads a GFX12 program from objdump and strips trailing padding', () => {
  const text = `0000000000000100 <_amdgpu_ps_main>:\n${makeListing(0x100)}\n\ts_code_end // 000000000800: BF9F0000\n`;
  expect(readTextCode(text, 'ps.txt', { document: { chip: 'navi48' }, source: '--chip' })[0]!.words).toEqual(
    WORDS,
  );
});

test('assembles a GFX12 program from source', () => {
  const text = `.amdgcn_target "amdgcn-amd-amdpal--gfx1201"\n${CODE.map(({ asm }) => asm).join('\n')}`;
  expect(readProgram(text)).toMatchObject({
    words: WORDS.map((word) => (word === UNUSED_SOURCE ? 0 : word)),
    target: { chip: 'navi48' },
  });
});

test('recognises a GFX12 export as an instruction', () => {
  expect(isProgramText('export mrt0 off, off, off, off done')).toBe(true);
});
