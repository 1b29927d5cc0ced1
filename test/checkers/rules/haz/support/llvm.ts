import { spawnSync } from 'node:child_process';
import type { Gfx } from '../../../../../arch/index.js';

/** LLVM's compiler for the oracle, and the line that installs it. */
export const LLC = 'llc-19';
export const INSTALL = 'apt-get install llvm-19';

/** A chip of LLVM, and the machine instructions to draw from. Each is a hazard's first or last, or ends one. */
export interface Vocabulary {
  readonly gfx: Gfx;
  readonly processor: string;
  readonly instructions: readonly string[];
}

const DESCRIPTOR = '$sgpr0_sgpr1_sgpr2_sgpr3';
const COMMON = [
  '$vgpr1 = V_MOV_B32_e32 $vgpr0, implicit $exec',
  '$sgpr4 = S_MOV_B32 0',
  '$sgpr5 = S_MOV_B32 $sgpr4',
  '$sgpr4 = V_READFIRSTLANE_B32 $vgpr0, implicit $exec',
  `$vgpr3 = BUFFER_LOAD_DWORD_OFFEN $vgpr0, ${DESCRIPTOR}, $sgpr4, 0, 0, 0, implicit $exec`,
];

/** The vocabularies, by what LLVM 19 repairs. */
export const VOCABULARIES: readonly Vocabulary[] = [
  {
    gfx: 'gfx9',
    processor: 'gfx900',
    instructions: [
      ...COMMON,
      '$sgpr5 = V_READLANE_B32 $vgpr1, $sgpr4',
      'V_CMP_EQ_U32_e32 $vgpr0, $vgpr1, implicit-def $vcc, implicit $exec',
      '$vgpr8 = V_DIV_FMAS_F32_e64 0, $vgpr0, 0, $vgpr1, 0, $vgpr1, 0, 0, implicit $mode, implicit $vcc, implicit $exec',
      '$vgpr2 = V_MOV_B32_dpp $vgpr2, $vgpr1, 228, 15, 15, 0, implicit $exec',
      '$m0 = S_MOV_B32 0',
      'S_SENDMSG 1, implicit $exec, implicit $m0',
      'S_SETREG_IMM32_B32 0, 6145, implicit-def $mode, implicit $mode',
      '$sgpr6 = S_GETREG_B32 6145, implicit $mode',
      `BUFFER_STORE_DWORDX4_OFFEN_exact $vgpr4_vgpr5_vgpr6_vgpr7, $vgpr0, ${DESCRIPTOR}, 0, 0, 0, 0, implicit $exec`,
      '$vgpr5 = V_MOV_B32_e32 $vgpr0, implicit $exec',
      'S_NOP 0',
      'S_NOP 1',
    ],
  },
  {
    gfx: 'gfx10',
    processor: 'gfx1010',
    instructions: [
      ...COMMON,
      '$sgpr8 = S_LOAD_DWORD_IMM $sgpr4_sgpr5, 4, 0',
      'S_WAITCNT 49279',
      '$sgpr6_sgpr7 = S_MOV_B64 $exec',
      'V_CMPX_EQ_U32_nosdst_e32 $vgpr0, $vgpr1, implicit-def $exec, implicit $exec',
      '$vgpr2 = V_PERMLANE16_B32_e64 0, $vgpr1, 0, $sgpr8, 0, $sgpr9, $vgpr2, 0, implicit $exec',
      'S_NOP 0',
    ],
  },
  {
    gfx: 'gfx11',
    processor: 'gfx1100',
    instructions: [
      ...COMMON,
      '$vgpr1 = V_EXP_F32_e32 $vgpr0, implicit $mode, implicit $exec',
      '$vgpr2 = V_MOV_B32_e32 $vgpr1, implicit $exec',
      '$vgpr1 = LDS_PARAM_LOAD 0, 0, 15, implicit $m0, implicit $exec',
      'V_CMPX_EQ_U32_nosdst_e32 $vgpr0, $vgpr1, implicit-def $exec, implicit $exec',
      '$vgpr2 = V_PERMLANE16_B32_e64 0, $vgpr1, 0, $sgpr8, 0, $sgpr9, $vgpr2, 0, implicit $exec',
      'S_NOP 0',
    ],
  },
];

/** Compiles functions from machine instructions, with or without the pass that ends hazards, and returns their text. */
export function compileFunctions(
  { processor }: Vocabulary,
  functions: readonly (readonly string[])[],
  repairs: boolean,
): readonly (readonly string[])[] {
  const texts = functions.map(
    (lines, i) =>
      `---\nname: f${i}\nbody: |\n  bb.0:\n${[...lines, 'S_ENDPGM 0'].map((line) => `    ${line}`).join('\n')}\n...\n`,
  );
  const wave = processor === 'gfx900' ? ['-mattr=-xnack'] : ['-mattr=+wavefrontsize64'];
  const pass = repairs ? '-start-before=post-RA-hazard-rec' : '-start-after=post-RA-hazard-rec';
  const { stdout, stderr, status } = spawnSync(
    LLC,
    ['-march=amdgcn', `-mcpu=${processor}`, ...wave, pass, '-x', 'mir', '-o', '-', '-'],
    { input: texts.join(''), encoding: 'utf8', maxBuffer: 2 ** 28 },
  );
  if (status !== 0) throw new Error(stderr.slice(0, 2000));
  return stdout
    .split(/^f\d+:.*$/m)
    .slice(1)
    .map((text) => {
      const lines = text.split('\n').map((line) => line.replace(/;.*/, '').trim());
      const end = lines.indexOf('s_endpgm');
      return lines.slice(0, end).filter((line) => /^[a-z]\w*(\s|$)/.test(line));
    });
}
