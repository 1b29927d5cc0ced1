import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPackageRoot } from '../../../harness/basics/package-root.js';
import { isProgramText, readTextCode } from '../../../harness/programs/text-code.js';

const STATE = { document: { chip: 'navi21' }, source: '--chip' };
const NO_STATE = { document: {}, source: '--chip' };

/** An instruction as listed in a corpus file. */
interface ListedInstruction {
  readonly pc: number;
  readonly words: readonly string[];
  readonly asm: string;
  readonly label?: string;
}

const CORPUS = JSON.parse(
  readFileSync(join(findPackageRoot(), 'data', 'corpus', 'navi21-w64.json'), 'utf8'),
) as { id: string; instructions: readonly ListedInstruction[] }[];
const CODE = CORPUS.find(({ id }) => id === 'rmw_buffer/navi21/w64/mono')!.instructions;
const WORDS = CODE.flatMap(({ words }) => words.map(Number));

const formatDigits = (words: readonly string[]): string => words.map((word) => word.slice(2)).join(' ');
const formatLines = (print: (instruction: ListedInstruction) => string): string =>
  CODE.map(
    (instruction) =>
      `${instruction.label === undefined ? '' : `${instruction.label}:\n`}${print(instruction)}`,
  ).join('\n');
const aco = formatLines(({ asm, words }) => `\t${asm.padEnd(59)} ; ${formatDigits(words)}`);
const formatListing = (address: number, print: (text: string) => string): string =>
  formatLines(({ pc, words, asm }) => {
    const location = (address + pc).toString(16).toUpperCase().padStart(12, '0');
    return `${print(asm)} // ${location}: ${formatDigits(words).toUpperCase()}`;
  });

/** RADV's output with RADV_DEBUG=shaders, for a vertex and a pixel shader. */
const RADV = `AMD Radeon RX 6800 XT (RADV NAVI21)
shader: MESA_SHADER_FRAGMENT
source_blake3: {0x1e5d, 0x4c8b}
impl main {
    32    %0 = load_const (0x00000000 = 0.000000)
    32x4  %1 = @load_frag_coord () (divergent)
}
ACO shader stage: SW (FS), HW (FRAGMENT_SHADER)
After Instruction Selection:
BB0
/* logical preds: / linear preds: / kind: uniform, top-level, */
\ts2: %3:s[0-1] = s_mov_b64 0
\ts_endpgm

Vertex Shader
disasm:
BB0:
\ts_nop 0                                                     ; bf800000
\ts_endpgm                                                    ; bf810000


Pixel Shader
disasm:
${aco}
/* constant data */
[000000] 3f800000 40000000


Pixel Shader:
*** SHADER STATS ***
Driver pipeline hash: 15547845630810125127
SGPRs: 108
Code size: 340 bytes
********************

`;

/** The Radeon GPU Analyzer's disassembly. */
const RGA = `shader main
  asic(GFX10_3)
  type(PS)
  sgpr_count(14)
  vgpr_count(8)
  wave_size(64)

${formatListing(0, (asm) => `  ${asm.padEnd(60)}`)}
end
`;

const OBJDUMP = `
ps.o:	file format elf64-amdgpu

Disassembly of section .text:

0000000000000000 <_amdgpu_gs_main>:
	s_endpgm                                                   // 000000000000: BF810000
	s_code_end                                                 // 000000000004: BF9F0000

0000000000000100 <_amdgpu_ps_main>:
${formatListing(0x100, (asm) => `\t${asm.padEnd(59)}`)}
	s_code_end                                                 // 000000000200: BF9F0000
`;

const readWords = (text: string) => readTextCode(text, 'ps.s', STATE).map(({ words }) => words);

test.each([
  ["RADV's shader dump", RADV],
  ["RADV's disassembly alone", aco],
  ['a pipeline executable', `===== executable 0 'fragment' / IR 'Assembly' (Final Assembly) =====\n${aco}\n`],
  ['the Radeon GPU Analyzer', RGA],
  ['llvm-objdump', OBJDUMP],
  ['words prefixed with 0x', CODE.map(({ words }) => words.join(', ')).join(',\n')],
  ['words without separators', CODE.map(({ words }) => words.join('').replaceAll('0x', '')).join('')],
  [
    'bytes',
    new Uint8Array(Uint32Array.from(WORDS).buffer).reduce(
      (text, byte) => `${text} 0x${byte.toString(16).padStart(2, '0')}`,
      '',
    ),
  ],
  [
    'words with compiler padding',
    `${WORDS.map((word) => word.toString(16).padStart(8, '0')).join(' ')} bf9f0000 bf9f0000`,
  ],
])('reads the program from %s', (_, text) => {
  expect(readWords(text)).toEqual([WORDS]);
});

test.each([
  ['lines', formatLines(({ asm }) => asm)],
  ['CRLF line endings', formatLines(({ asm }) => asm).replaceAll('\n', '\r\n')],
])('assembles %s', (_, text) => {
  // The driver sets the fields of unused export sources.
  expect(readWords(text)).toEqual([WORDS.map((word) => (word === 0x80808080 ? 0 : word))]);
});

test('expands instructions that RADV lists as repeated', () => {
  const text =
    '\ts_nop 0 ; bf800000\n\t(then repeated 3 times)\n\ts_load_dwordx4 s[0:3], s[0:1], 0x10 ; f4080000 fa000010\n\t(then repeated 1 times)\n\ts_endpgm ; bf810000\n';
  const load = [0xf4080000, 0xfa000010];
  expect(readWords(text)).toEqual([[...Array(4).fill(0xbf800000), ...load, ...load, 0xbf810000]]);
});

test('includes the code after local labels, even though llvm-objdump prints them like functions', () => {
  const text = [
    '0000000000000000 <_amdgpu_vs_main>:',
    '\ts_endpgm             // 000000000000: BF810000',
    '0000000000000004 <_amdgpu_ps_main>:',
    '\ts_cbranch_scc0 body  // 000000000004: BF840002',
    '0000000000000008 <loop>:',
    '\ts_nop 0              // 000000000008: BF800000',
    '\ts_branch loop        // 00000000000C: BF82FFFE',
    '0000000000000010 <body>:',
    '\ts_endpgm             // 000000000010: BF810000',
    '0000000000000014 <other>:',
    '\ts_endpgm             // 000000000014: BF810000',
  ];
  const [program] = readTextCode(text.join('\n'), 'ps.txt', STATE);
  expect(program).toMatchObject({
    words: [0xbf840002, 0xbf800000, 0xbf82fffe, 0xbf810000],
    lines: [4, 6, 7, 9],
    labels: { 4: 'loop', 12: 'body' },
  });
});

test('accepts a function declared after its code', () => {
  expect(readWords('main:\n s_nop 0\n s_endpgm\n.type main,@function\n')).toEqual([[0xbf800000, 0xbf810000]]);
});

test('reads every pixel shader in a dump', () => {
  const dumpText = `${RADV}\nPixel Shader\ndisasm:\nBB0:\n\ts_endpgm ; bf810000\n`;
  const programs = readTextCode(dumpText, 'dump.txt', STATE);
  expect(programs.map(({ name, words }) => [name, words])).toEqual([
    ['dump.txt:pixel shader 1', WORDS],
    ['dump.txt:pixel shader 2', [0xbf810000]],
  ]);
});

test('ignores an assembly comment that looks like a word', () => {
  expect(readWords('s_nop 0 ; deadbeef\ns_endpgm')).toEqual([[0xbf800000, 0xbf810000]]);
});

test('records the line of each word, and all labels', () => {
  const [program] = readTextCode('; one\n\ns_branch done ; two\n\n\ndone: s_endpgm\n', 'ps.s', STATE);
  expect(program).toMatchObject({ lines: [3, 6], labels: { 4: 'done' } });
  const [dump] = readTextCode(RADV, 'dump.txt', NO_STATE);
  const first = RADV.split('\n').indexOf(aco.split('\n')[1]!) + 1;
  expect([dump!.lines![0], dump!.labels![0]]).toEqual([first, CODE[0]!.label]);
});

test('accepts words inserted between instructions by a directive', () => {
  expect(readWords('s_nop 0\n.long 0xbf800001, 1\ns_endpgm')).toEqual([
    [0xbf800000, 0xbf800001, 1, 0xbf810000],
  ]);
});

test.each([
  ["RADV's device name", RADV, 'navi21', 'NAVI21'],
  ["the analyzer's header", RGA, 'navi21', 'GFX10_3'],
  ["LLVM's directive", '.amdgcn_target "amdgcn-unknown-amdpal--gfx1033"\ns_endpgm', 'vangogh', 'gfx1033'],
  ['a RUN command', '; RUN: llc -mcpu=gfx90c\ns_endpgm', 'renoir', 'gfx90c'],
])('reads the chip from %s', (_, text, chip, processor) => {
  expect(readTextCode(text, 'ps.s', NO_STATE)[0]!.target).toEqual({ chip, processor });
});

test.each([
  [
    'a dump without a pixel shader',
    RADV.replaceAll('Pixel Shader', 'Compute Shader'),
    /no pixel shader among its stages: Vertex Shader, Compute Shader$/,
  ],
  [
    "the analyzer's output for another stage",
    RGA.replace('type(PS)', 'type(CS)'),
    /found a shader of type CS; expected a pixel shader/,
  ],
  [
    'functions without a pixel shader',
    OBJDUMP.replaceAll('_ps_', '_vs_'),
    /it has no pixel shader _amdgpu_ps_main, only _amdgpu_gs_main, _amdgpu_vs_main/,
  ],
  [
    'a compute kernel',
    'k:\n s_endpgm\n.amdhsa_kernel k\n.end_amdhsa_kernel\n',
    /found a compute kernel \(HSA\)/,
  ],
  [
    'an unmodelled processor',
    '.amdgcn_target "amdgcn-amd-amdpal--gfx1153"\ns_endpgm',
    /its processor is gfx1153, which is not modelled/,
  ],
  [
    'bytes with a line break inside a word',
    '000080bf0000\n81bf',
    /line 1: 12 hexadecimal digits are not a whole number of words/,
  ],
  ['half a word', 'bf 81 00', /3 bytes are not a whole number of words/],
  [
    'a huge repetition count',
    's_nop 0 ; bf800000\n(then repeated 99999999 times)\n',
    /line 2: 99999999 repetitions so far; expected at most/,
  ],
  [
    'many short lines that each expand to many words',
    `s_nop 0 ; bf800000\n${'(then repeated 4000 times)\n'.repeat(1000)}`,
    /line 3: 8000 repetitions so far; expected at most 4096/,
  ],
  ['prose', 'Hello, this is a letter.\n', /: no instructions$/],
])('rejects %s with a one-line error', (_, text, message) => {
  expect(() => readTextCode(text, 'ps.s', STATE)).toThrow(message);
  expect(() => readTextCode(text, 'ps.s', STATE)).toThrow(expect.objectContaining({ name: 'UsageError' }));
});

test('distinguishes text that contains a program from text that does not', () => {
  const programs = [RADV, RGA, OBJDUMP, 'bf810000', 'BB0: s_endpgm'].map(isProgramText);
  expect(programs).toEqual([true, true, true, true, true]);
  expect(['', 'all:\n\tcc x.c\n', '#version 450\nvoid main() {}\n'].map(isProgramText)).toEqual([
    false,
    false,
    false,
  ]);
});
