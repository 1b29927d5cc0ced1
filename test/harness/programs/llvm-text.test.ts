import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readTextCode } from '../../../harness/programs/text-code.js';
import { hasTool } from '../../support/external-tool.js';

const folder = mkdtempSync(join(tmpdir(), 'pops-texts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

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
