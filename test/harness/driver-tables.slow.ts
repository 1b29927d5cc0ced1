import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Gfx, WaveSize } from '../../arch/index.js';
import { openCorpus } from '../../harness/programs/corpus-files.js';
import { readSubjects } from '../../intake/check/check-subjects.js';
import { execScene } from '../../intake/exec/exec.js';
import { createTempFolder, createWriter } from '../cli/support/run-cli.js';
import { checkFile } from '../intake/check/support/check-text.js';
import { hasTool } from '../support/external-tool.js';
import { generatePopsShader, makeStateFile, type PixelShaderBody } from './support/pops-ir.js';

const folder = createTempFolder();

const corpus = openCorpus();

const writeFile = createWriter(folder);

const EDGE = 16;
const SCENE = {
  width: EDGE,
  height: EDGE,
  samples: 1,
  primitives: [3, 5].map(() => [0, 0, 8192, 0, 0, 8192]),
  attributes: [3, 5].map((vPrim) => ({ vPrim })),
  pushConstants: { width: EDGE },
};

/** A per-lane array that is written before the section and read inside it, at the same lane-dependent index. */
const ARRAY = {
  hasTable: true,
  preamble: `%array = alloca [32 x i32], addrspace(5)
  %slot = and i32 %x, 31
  %place = getelementptr [32 x i32], ptr addrspace(5) %array, i32 0, i32 %slot
  store volatile i32 %prim, ptr addrspace(5) %place`,
  body: `%twin = getelementptr [32 x i32], ptr addrspace(5) %array, i32 0, i32 %slot
  %kept = load volatile i32, ptr addrspace(5) %twin
  %scaled = mul i32 %old0, 31
  %sum = add i32 %scaled, %kept
  store volatile i32 %sum, ptr addrspace(5) %twin
  %back = load volatile i32, ptr addrspace(5) %twin
  %new = insertelement <4 x i32> %old, i32 %back, i32 0`,
};

type Target = readonly [processor: string, gfx: Gfx, wave: WaveSize, abi: 'amdpal' | 'mesa3d'];

const TARGETS: readonly Target[] = [
  ['gfx900', 'gfx9', 64, 'amdpal'],
  ['gfx906', 'gfx9', 64, 'mesa3d'],
  ['gfx1010', 'gfx10', 32, 'amdpal'],
  ['gfx1012', 'gfx10', 64, 'mesa3d'],
  ['gfx1030', 'gfx10.3', 64, 'amdpal'],
  ['gfx1031', 'gfx10.3', 32, 'mesa3d'],
  ['gfx1100', 'gfx11', 64, 'amdpal'],
  ['gfx1102', 'gfx11', 32, 'mesa3d'],
  ['gfx1200', 'gfx12', 64, 'amdpal'],
  ['gfx1201', 'gfx12', 32, 'mesa3d'],
];

/** The numbers that lanes look up, by column. */
const NUMBERS = [3, 1, 4, 1, 5, 9, 2, 6];
const LOOKUP = {
  declarations: `@numbers = internal addrspace(4) constant [8 x i32] [${NUMBERS.map((n) => `i32 ${n}`).join(', ')}]`,
  body: `%column = and i32 %x, 7
  %place = getelementptr [8 x i32], ptr addrspace(4) @numbers, i32 0, i32 %column
  %number = load i32, ptr addrspace(4) %place
  %new = insertelement <4 x i32> %old, i32 %number, i32 0`,
};

/** Compiles a shader with llc, runs it and returns the first word of every pixel. */
function compileAndRun([processor, gfx, wave, abi]: Target, work: PixelShaderBody): number[] {
  const isMesa = abi === 'mesa3d';
  const hasTable = work.hasTable === true;
  const waveOptions = gfx === 'gfx9' ? [] : [`-mattr=+wavefrontsize${wave},-wavefrontsize${96 - wave}`];
  const file = join(folder, 'ps.o');
  const source = writeFile('ps.ll', generatePopsShader(gfx, { ...work, hasTable: hasTable && !isMesa }));
  const options = [`-mtriple=amdgcn-amd-${abi}`, `-mcpu=${processor}`, ...waveOptions, '-filetype=obj'];
  expect(spawnSync('llc-19', [...options, source, '-o', file], { encoding: 'utf8' }).stderr).toBe('');
  const state = writeFile('state.json', JSON.stringify(makeStateFile(gfx, wave, isMesa, hasTable)));
  const scene = writeFile('scene.json', JSON.stringify(SCENE));
  const { verdict, reason, violations, memory } = execScene({ file, state, scene, corpus });
  // Ignore warnings about coherence bits, which are unrelated to memory addresses.
  const errors = violations.filter(({ severity }) => severity === 'error');
  expect({ verdict, reason, errors }).toEqual({ verdict: 'pass', reason: undefined, errors: [] });
  const words = new Uint32Array(memory.get('buffer_descriptor[0]')!.buffer);
  return [...words.subarray(0, 4 * EDGE * EDGE)].filter((_, i) => i % 4 === 0);
}

describe.runIf(hasTool('llc-19', 'llvm-19'))('a program compiled by llc', () => {
  it.each(TARGETS)('finds its scratch memory on %s (%s, wave%i, %s)', (...target) => {
    expect(compileAndRun(target, ARRAY)).toEqual(new Array(EDGE * EDGE).fill(3 * 31 + 5));
  });

  it.each(TARGETS)("finds its object's constants on %s (%s, wave%i, %s)", (...target) => {
    const numbers = Array.from({ length: EDGE * EDGE }, (_, pixel) => NUMBERS[pixel & 7]);
    expect(compileAndRun(target, LOOKUP)).toEqual(numbers);
  });
});

const SYSTEM_ARGS = [
  { name: 'prim_mask', file: 's', reg: 2, size: 1 },
  { name: 'pops_collision_wave_id', file: 's', reg: 3, size: 1 },
];

/** Nothing is ordered, but the program runs. */
const WITHOUT_SECTION = { verdict: 'vacuous', reason: 'no two overlapping waves entered the section' };

function checkLines(lines: readonly string[], state: object) {
  const end = ['s_sendmsg sendmsg(MSG_ORDERED_PS_DONE)', 'exp mrt0 v3, v4, v5, v6 done vm', 's_endpgm'];
  const file = writeFile('shader.s', [...lines, ...end].join('\n'));
  const setting = { state: writeFile('state.json', JSON.stringify({ chip: 'navi21', wave: 64, ...state })) };
  return { subject: readSubjects(file, setting)[0]!, ...checkFile(file, setting) };
}

describe("the driver's table", () => {
  it.each([
    [2, 0xb8],
    [4, 0xc8],
    [8, 0xe8],
    [16, 0x128],
  ])('holds the positions of %i samples where programs expect them', (samples, byte) => {
    const lines = [
      `s_load_dwordx2 s[8:9], s[0:1], ${byte}`,
      's_waitcnt lgkmcnt(0)',
      'v_mov_b32_e32 v3, s8',
      'v_mov_b32_e32 v4, s9',
    ];
    const args = [{ name: 'ring_offsets', file: 's', reg: 0, size: 2 }, ...SYSTEM_ARGS];
    const { verdict, reason } = checkLines(lines, { args, samples });
    expect({ verdict, reason }).toEqual(WITHOUT_SECTION);
  });

  it('gives scratch memory to assembly that uses it, and reports the assumed size', () => {
    const args = [{ name: 'ring_offsets', file: 's', reg: 0, size: 2 }, ...SYSTEM_ARGS];
    const lines = [
      's_load_dwordx2 s[6:7], s[0:1], 0x0',
      's_waitcnt lgkmcnt(0)',
      's_add_u32 s6, s6, s4',
      's_addc_u32 s7, s7, 0x7fff0000',
      's_setreg_b32 hwreg(HW_REG_FLAT_SCR_LO), s6',
      's_setreg_b32 hwreg(HW_REG_FLAT_SCR_HI), s7',
      'scratch_store_dword off, v0, off offset:16',
      's_waitcnt_vscnt null, 0x0',
      'scratch_load_dword v3, off, off offset:16',
      's_waitcnt vmcnt(0)',
    ];
    const { verdict, reason, assumed } = checkLines(lines, { args });
    expect({ verdict, reason }).toEqual(WITHOUT_SECTION);
    expect(assumed).toContain('scratch_bytes_per_wave 32768');
    const explicit = checkLines(lines, { args, scratch_bytes_per_wave: 2048 });
    expect(explicit.reason).toBe(WITHOUT_SECTION.reason);
    expect(explicit.assumed.some((line) => line.startsWith('scratch_bytes'))).toBe(false);
  });

  it('keeps the words that follow a program if it reads constants relative to its own code', () => {
    const lines = [
      's_getpc_b64 s[8:9]',
      's_add_u32 s8, s8, 32',
      's_addc_u32 s9, s9, 0',
      's_load_dword s10, s[8:9], 0x0',
      's_waitcnt lgkmcnt(0)',
      'v_mov_b32_e32 v3, s10',
    ];
    const { verdict, reason } = checkLines(lines, {
      args: SYSTEM_ARGS.map((argument) => ({ ...argument, reg: argument.reg - 2 })),
    });
    expect({ verdict, reason }).toEqual(WITHOUT_SECTION);
  });
});
