import { spawnSync } from 'node:child_process';
import type { Gfx } from '../../../../../arch/index.js';

/** LLVM's compiler for the oracle, and the line that installs it. Version 19 does not know GFX12's scalar reads. */
export const LLC = 'llc-22';
export const INSTALL = 'apt-get install llvm-22';

/** A chip of LLVM, and the machine instructions to draw from, by what each hazard needs. */
export interface Vocabulary {
  readonly gfx: Gfx;
  readonly processor: string;
  /** Instructions that are drawn together, by the rows of which they are the first or last, or which they end. */
  readonly themes: Readonly<Record<string, readonly string[]>>;
}

const DESCRIPTOR = '$sgpr0_sgpr1_sgpr2_sgpr3';
const M0 = '$m0 = S_MOV_B32 0';
const LOAD = `$vgpr3 = BUFFER_LOAD_DWORD_OFFEN $vgpr0, ${DESCRIPTOR}, $sgpr4, 0, 0, 0, implicit $exec`;
const MOVE = '$vgpr1 = V_MOV_B32_e32 $vgpr0, implicit $exec';
const READ = '$vgpr2 = V_MOV_B32_e32 $vgpr1, implicit $exec';
const TO_SCALAR = '$sgpr4 = V_READFIRSTLANE_B32 $vgpr0, implicit $exec';
const COMPARE = 'V_CMP_EQ_U32_e32 $vgpr0, $vgpr1, implicit-def $vcc, implicit $exec';
const CMPX = 'V_CMPX_EQ_U32_nosdst_e32 $vgpr0, $vgpr1, implicit-def $exec, implicit $exec';
const DPP = '$vgpr2 = V_MOV_B32_dpp $vgpr2, $vgpr1, 228, 15, 15, 0, implicit $exec';
const MASKED = '$vgpr2 = V_CNDMASK_B32_e64 0, $vgpr0, 0, $vgpr0, $sgpr4_sgpr5, implicit $exec';
const NOPS = ['S_NOP 0', 'S_NOP 1'];
const SCALARS = ['$sgpr4 = S_MOV_B32 0', '$sgpr5 = S_MOV_B32 $sgpr4', '$sgpr6 = S_MOV_B32 $sgpr5'];
/** `s_waitcnt_depctr` that waits for vm_vsrc, sa_sdst and va_vdst. */
const waitFor = (immediate: number): string => `S_WAITCNT_DEPCTR ${immediate}`;
const [VM_VSRC, SA_SDST, VA_VDST] = [0xffe3, 0xfffe, 0x0fff].map(waitFor) as [string, string, string];

const PERMLANE = [
  CMPX,
  MOVE,
  '$vgpr2 = V_PERMLANE16_B32_e64 0, $vgpr1, 0, $sgpr8, 0, $sgpr9, $vgpr2, 0, implicit $exec',
  'S_NOP 0',
];
const FLOAT_ATOMIC = [
  `BUFFER_ATOMIC_FMIN_OFFEN $vgpr1, $vgpr0, ${DESCRIPTOR}, 0, 0, 0, implicit $exec`,
  'S_DENORM_MODE 15, implicit-def $mode, implicit $mode',
  MOVE,
  'S_NOP 0',
  'S_WAITCNT 0',
  ...SCALARS,
];

/** What GFX11, 11.5 and 12 have in common, by how they name a parameter load and a store. */
const sinceGfx11 = (
  load: (wait: number) => string,
  store: string,
): Readonly<Record<string, readonly string[]>> => ({
  'H-20': PERMLANE,
  'H-40': [
    load(15),
    MOVE,
    READ,
    '$vgpr1 = V_EXP_F32_e32 $vgpr0, implicit $mode, implicit $exec',
    '$vgpr5 = V_MOV_B32_e32 $vgpr4, implicit $exec',
    'S_NOP 0',
  ],
  'H-41': [load(15), store, READ, VM_VSRC, 'S_NOP 0'],
});

const masks: Readonly<Record<string, readonly string[]>> = {
  'H-43': [
    MOVE,
    '$exec = S_MOV_B64 -1',
    '$vgpr2 = V_MOV_B32_e32 $vgpr0, implicit $exec',
    '$vgpr3 = V_ADD_U32_e32 $vgpr1, $vgpr2, implicit $exec',
  ],
  'H-44': [MASKED, ...SCALARS, SA_SDST, '$vgpr1 = V_MOV_B32_e32 $sgpr5, implicit $exec'],
};

const gfx11 = sinceGfx11(
  (wait) => `$vgpr1 = LDS_PARAM_LOAD 0, 0, ${wait}, implicit $m0, implicit $exec`,
  `BUFFER_STORE_DWORD_OFFEN $vgpr1, $vgpr0, ${DESCRIPTOR}, 0, 0, 0, 0, implicit $exec`,
);

/** The vocabularies: all rows that LLVM's pass knows and that are judged. */
export const VOCABULARIES: readonly Vocabulary[] = [
  {
    gfx: 'gfx9',
    processor: 'gfx900',
    themes: {
      'H-01 H-02': [TO_SCALAR, LOAD, '$sgpr5 = V_READLANE_B32 $vgpr1, $sgpr4', MOVE, ...SCALARS, ...NOPS],
      'H-03': [
        COMPARE,
        '$vgpr8 = V_DIV_FMAS_F32_e64 0, $vgpr0, 0, $vgpr1, 0, $vgpr1, 0, 0, implicit $mode, implicit $vcc, implicit $exec',
        MOVE,
        ...NOPS,
      ],
      'H-04 H-05': [
        MOVE,
        DPP,
        'V_CMPX_EQ_U32_e32 $vgpr0, $vgpr1, implicit-def $exec, implicit-def $vcc, implicit $exec',
        ...SCALARS,
        ...NOPS,
      ],
      'H-06 H-07': [
        M0,
        'S_SENDMSG 1, implicit $exec, implicit $m0',
        '$vgpr1 = V_INTERP_P1_F32 $vgpr0, 0, 0, implicit $mode, implicit $m0, implicit $exec',
        'S_NOP 0',
      ],
      'H-08 H-17': [
        M0,
        '$sgpr20 = S_MOVRELS_B32 $sgpr21, implicit $m0',
        `BUFFER_LOAD_DWORD_LDS_OFFEN $vgpr0, ${DESCRIPTOR}, 0, 0, 0, 0, implicit $exec, implicit $m0`,
        'S_NOP 0',
      ],
      'H-09': [
        'S_SETREG_IMM32_B32 0, 6145, implicit-def $mode, implicit $mode',
        '$sgpr6 = S_GETREG_B32 6145, implicit $mode',
        ...SCALARS,
        ...NOPS,
      ],
      'H-10': [
        `BUFFER_STORE_DWORDX4_OFFEN_exact $vgpr4_vgpr5_vgpr6_vgpr7, $vgpr0, ${DESCRIPTOR}, 0, 0, 0, 0, implicit $exec`,
        '$vgpr5 = V_MOV_B32_e32 $vgpr0, implicit $exec',
        'S_NOP 0',
        ...SCALARS,
      ],
    },
  },
  {
    gfx: 'gfx10',
    processor: 'gfx1010',
    themes: {
      'H-20': PERMLANE,
      'H-21': [LOAD, ...SCALARS, MOVE, VM_VSRC, 'S_WAITCNT_VSCNT $sgpr_null, 0', 'S_NOP 0'],
      'H-22': [
        '$sgpr8 = S_LOAD_DWORD_IMM $sgpr4_sgpr5, 4, 0',
        TO_SCALAR,
        'S_WAITCNT 49279',
        'S_NOP 0',
        SCALARS[2]!,
      ],
      'H-23': ['$sgpr6_sgpr7 = S_MOV_B64 $exec', CMPX, COMPARE, MOVE, SA_SDST, 'S_NOP 0'],
      'H-24': [LOAD, '$vgpr5 = DS_READ_B32_gfx9 $vgpr0, 0, 0, implicit $exec', 'S_NOP 0', MOVE],
      'H-25': [
        '$vgpr1 = IMAGE_SAMPLE_D_V1_V6_nsa_gfx10 $vgpr5, $vgpr7, $vgpr9, $vgpr10, $vgpr12, $vgpr14, $sgpr8_sgpr9_sgpr10_sgpr11_sgpr12_sgpr13_sgpr14_sgpr15, $sgpr16_sgpr17_sgpr18_sgpr19, 1, 1, -1, 0, 0, 0, 0, 0, 0, implicit $exec :: (dereferenceable load (s32), addrspace 8)',
        `$vgpr3 = BUFFER_LOAD_DWORD_OFFEN $vgpr0, ${DESCRIPTOR}, $sgpr4, 2, 0, 0, implicit $exec`,
        LOAD,
        'S_NOP 0',
      ],
      'H-27': FLOAT_ATOMIC,
    },
  },
  { gfx: 'gfx10.3', processor: 'gfx1030', themes: { 'H-27': FLOAT_ATOMIC } },
  {
    gfx: 'gfx11',
    processor: 'gfx1100',
    themes: {
      ...gfx11,
      ...masks,
      'H-42': [
        '$vgpr1 = V_EXP_F32_e32 $vgpr0, implicit $mode, implicit $exec',
        READ,
        '$vgpr4 = V_EXP_F32_e32 $vgpr0, implicit $mode, implicit $exec',
        '$vgpr5 = V_MOV_B32_e32 $vgpr0, implicit $exec',
        VA_VDST,
      ],
    },
  },
  { gfx: 'gfx11.5', processor: 'gfx1150', themes: { ...gfx11, ...masks } },
  {
    gfx: 'gfx12',
    processor: 'gfx1200',
    themes: {
      ...sinceGfx11(
        (wait) => `$vgpr1 = DS_PARAM_LOAD 0, 0, ${wait}, 1, implicit $m0, implicit $exec`,
        `BUFFER_STORE_DWORD_VBUFFER_OFFEN $vgpr1, $vgpr0, ${DESCRIPTOR}, $sgpr_null, 0, 0, 0, implicit $exec`,
      ),
      'H-50': [
        '$vgpr1 = V_MOV_B32_e32 $sgpr4, implicit $exec',
        MASKED,
        ...SCALARS,
        SA_SDST,
        '$sgpr8 = S_LOAD_DWORD_IMM $sgpr10_sgpr11, 4, 0',
      ],
    },
  },
];

/** The blocks of a function, as lists of machine instructions. Each but the last may end in a branch to another. */
export type Blocks = readonly (readonly string[])[];

/** Compiles functions, with or without the passes that end hazards, and returns their text, with labels. */
export function compileFunctions(
  { processor }: Vocabulary,
  functions: readonly Blocks[],
  repairs: boolean,
): readonly (readonly string[])[] {
  const texts = functions.map((blocks, i) => {
    const bodies = blocks.map((lines, block) => [`  bb.${block}:`, ...lines.map((line) => `    ${line}`)]);
    return `---\nname: f${i}\nbody: |\n${bodies.flat().join('\n')}\n    S_ENDPGM 0\n...\n`;
  });
  // Of other functions, the pass assumes that callers leave hazards.
  const shaders = functions.map((_, i) => `  define amdgpu_ps void @f${i}() { ret void }\n`).join('');
  const features = processor === 'gfx900' ? '-mattr=-xnack' : '-mattr=+wavefrontsize64';
  const passes = repairs ? '-start-before=post-RA-hazard-rec' : '-start-after=amdgpu-wait-sgpr-hazards';
  const options = [`-mcpu=${processor}`, features, passes, '-amdgpu-enable-delay-alu=0'];
  const { stdout, stderr, status } = spawnSync(
    LLC,
    ['-march=amdgcn', ...options, '-x', 'mir', '-o', '-', '-'],
    { input: `--- |\n${shaders}...\n${texts.join('')}`, encoding: 'utf8', maxBuffer: 2 ** 28 },
  );
  if (status !== 0) throw new Error(stderr.slice(0, 2000));
  return stdout
    .split(/^f\d+:.*$/m)
    .slice(1)
    .map((text) => {
      const lines = text.split('\n').map((line) => line.replace(/;.*/, '').replace(/\.LBB/g, 'L').trim());
      const end = lines.indexOf('s_endpgm');
      return lines.slice(0, end).filter((line) => /^(?:[a-z]\w*(?:\s|$)|L\d+_\d+:)/.test(line));
    });
}
