import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPackageRoot } from '../../../harness/basics/package-root.js';
import { isProgramText, readTextCode } from '../../../harness/programs/text-code.js';
import { createTempFolder } from '../../cli/support/run-cli.js';
import { hasTool } from '../../support/external-tool.js';

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

const folder = createTempFolder();

const STATE = { document: { chip: 'navi21' }, source: '--chip' };
const NO_STATE = { document: {}, source: '--chip' };

const isInstalled = hasTool('llc-19', 'llvm-19') && hasTool('llvm-objdump-19', 'llvm-19');

const SOURCE = `
@constants = internal addrspace(4) constant [2 x float] [float 1.0, float 2.0]
define amdgpu_ps void @other(i32 inreg %mask) { ret void }
define amdgpu_ps void @_amdgpu_ps_main(i32 inreg %mask, i32 inreg %collision, <2 x float> %bary) #0 {
  %exiting = call i32 @llvm.amdgcn.pops.exiting.wave.id()
  %x = extractelement <2 x float> %bary, i32 0
  %e = bitcast i32 %exiting to float
  call void @llvm.amdgcn.exp.f32(i32 0, i32 15, float %x, float %e, float 0.0, float 1.0, i1 true, i1 true)
  ret void
}
declare i32 @llvm.amdgcn.pops.exiting.wave.id()
declare void @llvm.amdgcn.exp.f32(i32, i32, float, float, float, float, i1, i1)
attributes #0 = { "amdgpu-color-export"="1" "InitialPSInputAddr"="1" }
`;

describe('a program printed by LLVM', () => {
  const compile = (triple: string, kind: 'asm' | 'obj', source: string): string => {
    const file = join(folder, `${triple}.${kind}`);
    const flags = [`-mtriple=${triple}`, '-mcpu=gfx1030', `-filetype=${kind}`, '-o', file];
    const { status, stderr } = spawnSync('llc-19', flags, { input: source, encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    return file;
  };

  it.skipIf(!isInstalled).each(['amdgcn--amdpal', 'amdgcn-mesa-mesa3d'])(
    'is read identically from assembly and disassembly, for %s',
    (triple) => {
      const text = readFileSync(compile(triple, 'asm', SOURCE), 'utf8');
      const dump = spawnSync('llvm-objdump-19', ['-d', compile(triple, 'obj', SOURCE)], { encoding: 'utf8' });
      const [assembled] = readTextCode(text, 'ps.s', NO_STATE);
      const [disassembled] = readTextCode(dump.stdout, 'ps.txt', STATE);
      expect(assembled!.words).toEqual(disassembled!.words);
      expect(assembled).toMatchObject({
        target: { processor: 'gfx1030' },
        registers: { SPI_PS_INPUT_ENA: 1 },
      });
    },
  );

  it.skipIf(!isInstalled).each(['amdgcn--amdpal', 'amdgcn-mesa-mesa3d'])(
    'is rejected with the name of its stage if it is not a pixel shader, for %s',
    (triple) => {
      const computeSource = SOURCE.replaceAll('amdgpu_ps', 'amdgpu_cs')
        .replace(/.*pops.*\n/, '')
        .replace('bitcast i32 %exiting', 'bitcast i32 %mask')
        .replace('<2 x float> %bary', 'i32 %y')
        .replace('extractelement <2 x float> %bary, i32 0', 'bitcast i32 %y to float')
        .replace(/define.*@other.*\n/, '');
      const file = join(folder, 'text.s');
      writeFileSync(file, readFileSync(compile(triple, 'asm', computeSource)));
      expect(() => readTextCode(readFileSync(file, 'utf8'), 'cs.s', NO_STATE)).toThrow(
        /_amdgpu_cs_main \(\.cs\); expected a pixel|found a compute shader/,
      );
    },
  );
});
