import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { encode } from '@msgpack/msgpack';
import type { Gfx } from '../../arch/index.js';
import {
  assembleProgram,
  CHIP_NAMES,
  chipOf,
  getListedName,
  isAtLeast,
  listRegisterNames,
} from '../../arch/index.js';
import { openCorpus } from '../../harness/programs/corpus-files.js';
import { execScene } from '../../intake/exec/exec.js';
import { emitGoldenProgram, GOLDEN_MODE } from '../../stimulus/index.js';
import { createTempFolder, createWriter } from '../cli/support/run-cli.js';
import { buildElf, makeNoteSection, type TestObject, wordsToBytes } from '../harness/elf/elf-builder.js';
import { hasTool } from '../support/external-tool.js';
import { getObjectFlags } from '../support/object-flags.js';
import { CORPUS_SCENE } from '../support/square-scene.js';

const folder = createTempFolder();

const corpus = openCorpus();

const COLLISION = { name: 'pops_collision_wave_id', file: 's', reg: 6, size: 1 };

const STATE = {
  wave: 64,
  interlock: 'pixel_interlock_ordered',
  args: [
    { name: 'buffer_descriptor[0]', file: 's', reg: 0, size: 4 },
    { name: 'width', file: 's', reg: 4, size: 1 },
    { name: 'prim_mask', file: 's', reg: 5, size: 1 },
    COLLISION,
    { name: 'persp_center', file: 'v', reg: 0, size: 2 },
    { name: 'sample_coverage', file: 'v', reg: 2, size: 1 },
    { name: 'pos_fixed_pt', file: 'v', reg: 3, size: 1 },
  ],
  inputs: [{ attr: 0, name: 'vPrim', how: 'flat' }],
  user_data: { s4: 'pc+8' },
};

const write = createWriter(folder);

function run(object: Uint8Array, state: unknown = STATE) {
  return execScene({
    file: write('ps.o', object),
    state: write('state.json', JSON.stringify(state)),
    scene: write('scene.json', JSON.stringify(CORPUS_SCENE)),
    corpus,
  });
}

function makeListProgram(gfx: Gfx): string {
  return emitGoldenProgram(gfx, 64, GOLDEN_MODE.PIXEL_LIST);
}

function buildObject(gfx: Gfx, overrides: Partial<TestObject> = {}): Uint8Array {
  return buildElf({
    words: assembleProgram(makeListProgram(gfx), gfx),
    flags: getObjectFlags(gfx),
    ...overrides,
  });
}

/** Returns the state for a generation, without the argument that GFX11 and later do not have. */
function getState(gfx: Gfx) {
  return isAtLeast(gfx, 'gfx11')
    ? { ...STATE, args: STATE.args.filter((argument) => argument !== COLLISION) }
    : STATE;
}

/** Returns the count and first entries (`primitive << 8 | coverage`) of a pixel's 65-word list. */
function readList(memory: ReadonlyMap<string, Uint8Array>, pixel: number): number[] {
  const words = new Uint32Array(memory.get('buffer_descriptor[0]')!.buffer);
  return [...words.subarray(pixel * 65, pixel * 65 + 4)];
}

describe('exec of an object', () => {
  it.each(['gfx9', 'gfx10', 'gfx10.3', 'gfx11'] as const)(
    'runs a program for %s with the given state',
    (gfx) => {
      const { verdict, violations, memory } = run(buildObject(gfx), getState(gfx));
      expect({ verdict, violations }).toEqual({ verdict: 'pass', violations: [] });
      expect(readList(memory, 0)).toEqual([1, 0x301, 0, 0]);
      expect(readList(memory, 255)).toEqual([2, 0x501, 0x701, 0]);
    },
  );

  it('lists only values missing from the state as assumed', () => {
    const regs = { SPI_SHADER_COL_FORMAT: '0x1', DB_SHADER_CONTROL: '0x10600' };
    const { assumed } = run(buildObject('gfx10.3'), { ...STATE, chip: 'vangogh', regs });
    expect(assumed).toContain('PA_SC_SHADER_CONTROL 0x00000004');
    const names = assumed.map((line) => line.split(' ')[0]);
    for (const field of ['chip', 'wave', 'interlock', 'args', ...Object.keys(regs)])
      expect(names).not.toContain(field);
  });

  it.each([
    ['the table in the SGPR given by the user data map', [0xffffffff, 0x10000000], 'pass'],
    ['no table if the map has none', [0xffffffff, 0], 'unsupported'],
  ] as const)('gives a PAL program that reads sample positions %s', (_, map, verdict) => {
    const text = [
      's_getpc_b64 s[8:9]',
      's_mov_b32 s8, s1',
      's_load_dwordx4 s[12:15], s[8:9], 0xc0',
      's_waitcnt lgkmcnt(0)',
      'buffer_load_dword v4, off, s[12:15], 0',
      's_waitcnt vmcnt(0)',
      'exp null off, off, off, off done vm',
      's_endpgm',
    ];
    const stage = { '.user_sgprs': 2, '.wavefront_size': 64, '.user_data_reg_map': map };
    const inputs = { '.persp_center_ena': true };
    const document = {
      'amdpal.version': [3, 0],
      'amdpal.pipelines': [
        {
          '.hardware_stages': { '.ps': stage },
          '.graphics_registers': { '.spi_ps_input_ena': inputs, '.spi_ps_input_addr': inputs },
        },
      ],
    };
    const object = buildElf({
      words: assembleProgram(text.join('\n'), 'gfx10.3'),
      sections: [makeNoteSection('AMDGPU', 32, encode(document))],
    });
    const result = run(object, {});
    expect(result.verdict).toBe(verdict);
    expect(result.assumed.some((line) => line.startsWith('args global_table, '))).toBe(verdict === 'pass');
  });

  it('fills in registers that LLVM leaves to the driver in Mesa objects', () => {
    const bytes = wordsToBytes([0xb028, 0x7f, 0xb02c, 0, 0x286cc, 0xc002, 0x286d0, 0xc002]);
    const sections = [{ name: '.AMDGPU.config', type: 1, bytes }];
    const { violations, assumed } = run(buildObject('gfx10.3', { osAbi: 0x42, sections }));
    expect(violations).toEqual([]);
    expect(assumed).toContain('SPI_SHADER_PGM_RSRC1_PS 0x022c007f');
  });

  it('keeps the register of an unread input', () => {
    const bytes = wordsToBytes([0x286cc, 0xc000, 0x286d0, 0xc002]);
    const sections = [{ name: '.AMDGPU.config', type: 1, bytes }];
    const args = STATE.args.filter(({ name }) => name !== 'persp_center');
    const { verdict, assumed } = run(buildObject('gfx10.3', { osAbi: 0x42, sections }), { ...STATE, args });
    expect(verdict).toBe('pass');
    expect(assumed).toContain('SPI_PS_INPUT_ENA 0x0000c002');
  });

  it("does not correct the state's registers, so a wrong one fails", () => {
    const { verdict } = run(buildObject('gfx10.3'), { ...STATE, regs: { DB_SHADER_CONTROL: '0x0' } });
    expect(verdict).toBe('fail');
  });
});

const withRegister = (name: string, reg: number) => ({
  ...STATE,
  args: STATE.args.map((argument) => (argument.name === name ? { ...argument, reg } : argument)),
});

const withName = (name: string, wrong: string) => ({
  ...STATE,
  args: STATE.args.map((argument) => (argument.name === name ? { ...argument, name: wrong } : argument)),
});

const INVALID_STATES: readonly (readonly [name: string, state: unknown, message: string])[] = [
  [
    'a chip from a different generation',
    { ...STATE, chip: 'navi31' },
    'chip is navi31 (gfx11), but the program was built for gfx1030',
  ],
  ['an unknown chip', { ...STATE, chip: 'navi2' }, 'Unknown chip "navi2"'],
  ['a different generation', { ...STATE, gfx: 'gfx9' }, 'gfx is gfx9; expected gfx10.3 for navi21'],
  ['a wave size of 16', { ...STATE, wave: 16 }, 'wave is 16'],
  ['an invalid number of samples', { ...STATE, samples: 3 }, 'samples is 3; expected one of 1, 2, 4, 8, 16'],
  ['an epilog without code', { ...STATE, epilog: { instructions: [] } }, 'expected at least 1 element'],
  ["a sample count that differs from the scene's", { ...STATE, samples: 4 }, 'Invalid sample count 1'],
  ['an unknown interlock', { ...STATE, interlock: 'ordered' }, 'interlock is "ordered"'],
  [
    'an input in the wrong register',
    withRegister('sample_coverage', 9),
    'sample_coverage is in v9; the hardware loads it into v2',
  ],
  [
    'a collision argument in the wrong register',
    withRegister('pops_collision_wave_id', 9),
    'the hardware loads it into s6',
  ],
  [
    'an unknown vector argument',
    withName('pos_fixed_pt', 'pos_fixed'),
    'unknown argument "pos_fixed": did you mean pos_fixed_pt?',
  ],
  [
    'a misspelt scalar argument that nothing sets',
    withName('prim_mask', 'prim_musk'),
    'unknown argument "prim_musk": did you mean prim_mask? (otherwise, set user_data for s5)',
  ],
  [
    'a scalar argument in a vector register',
    withName('pos_fixed_pt', 'prim_mask'),
    'argument prim_mask is in v3; expected a scalar register',
  ],
  ['a misspelt field', { ...STATE, user_date: {} }, 'unknown field "user_date": did you mean user_data?'],
  [
    'a hardware register that the chip does not have',
    { ...STATE, regs: { DB_SHADER_CONTROLS: '0x0' } },
    'unknown register of navi21 "DB_SHADER_CONTROLS": did you mean DB_SHADER_CONTROL?',
  ],
  [
    'a hardware register from a different generation',
    { ...STATE, regs: { PA_SC_VRS_OVERRIDE_CNTL: '0x0' } },
    'unknown register of navi21 "PA_SC_VRS_OVERRIDE_CNTL": ',
  ],
  ['an SGPR that waves do not have', withRegister('prim_mask', 999), 'expected registers in the range s0 to'],
  [
    'user data for an SGPR that no driver fills',
    { ...STATE, user_data: { s99: 'pc+0' } },
    'user_data.s99 is "pc+0"; expected keys that are user SGPRs (s0 to s31)',
  ],
  [
    'user data for a VGPR',
    { ...STATE, user_data: { v2: 'pc+0' } },
    'user_data.v2 is "pc+0"; expected keys that are user SGPRs',
  ],
  [
    'a register value that is not a word',
    { ...STATE, regs: { A: 'one' } },
    'regs.A is "one"; expected a word like "0x1f"',
  ],
];

it('knows every register that the corpus programs use, on their generation', () => {
  for (const chip of CHIP_NAMES) {
    const { gfx, waveSizes } = chipOf(chip);
    const known = listRegisterNames(gfx);
    for (const { regs, variants } of waveSizes.flatMap((wave) => corpus.records(chip, wave))) {
      const names = [regs, ...variants.map((variant) => variant.regs)].flatMap(Object.keys);
      expect(names.filter((name) => !known.includes(getListedName(name)))).toEqual([]);
    }
  }
  expect(['SPI_PS_INPUT_CNTL_31', 'SPI_SHADER_USER_DATA_PS_32'].map(getListedName)).toEqual([
    'SPI_PS_INPUT_CNTL_0',
    'SPI_SHADER_USER_DATA_PS_32',
  ]);
});

describe('exec of an object rejects', () => {
  it.each(INVALID_STATES)('%s', (_name, state, message) => {
    expect(() => run(buildObject('gfx10.3'), state)).toThrow(message);
  });

  it('a collision argument on GFX11', () => {
    expect(() => run(buildObject('gfx11'))).toThrow('gfx11 has no pops_collision_wave_id');
  });
});

const isInstalled = hasTool('llvm-mc-19', 'llvm-19');
const TRIPLES = ['amdgcn--amdpal', 'amdgcn-mesa-mesa3d'];

describe('exec of an LLVM object', () => {
  it.skipIf(!isInstalled).each(TRIPLES)('runs the object for %s', (triple) => {
    const name = '_amdgpu_ps_main';
    const text = `.text\n.p2align 8\n.globl ${name}\n.type ${name},@function\n${name}:${makeListProgram('gfx10.3')}\n.Lend:\n.size ${name}, .Lend-${name}\n`;
    const object = join(folder, 'llvm.o');
    const flags = [
      `-triple=${triple}`,
      '-mcpu=gfx1030',
      '-mattr=+wavefrontsize64',
      '-filetype=obj',
      '-o',
      object,
    ];
    const { stderr, status } = spawnSync('llvm-mc-19', flags, { input: text, encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const state = write('state.json', JSON.stringify(STATE));
    const result = execScene({
      file: object,
      state,
      scene: write('scene.json', JSON.stringify(CORPUS_SCENE)),
      corpus,
    });
    expect(result.verdict).toBe('pass');
    expect(readList(result.memory, 255)).toEqual([2, 0x501, 0x701, 0]);
  });
});
