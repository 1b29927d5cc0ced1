import type { ChipName } from '../../../../arch/index.js';
import type { Draw } from '../../../../transactions/index.js';
import { flipBits, judgeRegisters } from '../../support/registers.js';

type Registers = Readonly<Record<string, number | undefined>>;
/** A case: what is special about the draw, its chip, and what is not as in a correct draw. */
type Case = readonly [what: string, chip: ChipName, registers?: Registers, draw?: Partial<Draw>];

const flip = (chip: ChipName, register: string, bits: number): [ChipName, Registers] => [
  chip,
  flipBits(chip, register, bits),
];
const NO_ARGUMENT = { SPI_SHADER_PGM_RSRC2_PS: 0x0a, PA_SC_SHADER_CONTROL: 0 };
const EIGHT_SAMPLES = { PA_SC_AA_CONFIG: 0x300003, DB_Z_INFO: 3 << 2 };
const DRAIN = { DB_DFSM_CONTROL: 6 };
const OUT_OF_ORDER = flipBits('navi21', 'PA_SC_MODE_CNTL_1', 1 << 27);
const NO_SPACE = { SPI_SHADER_COL_FORMAT: 0 };
/** Registers that do not force fine shading. */
const UNFORCED = { PA_CL_VRS_CNTL: 0, PA_SC_MODE_CNTL_1: 0x760201bc };
/** Registers that neither force fine shading nor enable ordering, as if the section had been optimised away. */
const UNORDERED = { ...UNFORCED, DB_SHADER_CONTROL: 0x600 };
const COARSE = { GE_VRS_RATE: 0x11 };
const [EARLY_THEN_LATE, BEFORE_SHADER] = [1 << 4, 1 << 12];

/** Returns the registers of a draw with the given sample counts, exposed and in the depth buffer, as logarithms. */
const samples = (log2: number, log2Depth: number): [ChipName, Registers, Partial<Draw>] => [
  'navi31',
  { PA_SC_AA_CONFIG: (log2 << 20) | log2, DB_Z_INFO: log2Depth << 2 },
  { samples: (1 << log2) as Draw['samples'] },
];

const FIRING: Readonly<Record<string, readonly Case[]>> = {
  'CFG-01': (['vega10', 'navi10', 'navi21'] as const).map((chip) => ['no argument', chip, NO_ARGUMENT]),
  'CFG-03': [['the collision argument only from SC', ...flip('vega10', 'PA_SC_SHADER_CONTROL', 4)]],
  'CFG-04': [['intrawave collisions only in SC', ...flip('navi21', 'PA_SC_SHADER_CONTROL', 8)]],
  'CFG-05': (['vega10', 'navi10', 'navi21', 'navi31'] as const).map((chip) => [
    'ordering off',
    ...flip(chip, 'DB_SHADER_CONTROL', 1 << 16),
  ]),
  'CFG-07': [['the intrinsic rate not overridden', ...flip('navi31', 'DB_SHADER_CONTROL', 1 << 25)]],
  'CFG-09': [
    ['2 depth samples for 4', ...samples(2, 1)],
    ['4 depth samples for 16', ...samples(4, 2)],
  ],
  'CFG-10': [['a different sample count of masks', 'navi21', { PA_SC_AA_CONFIG: 0x100002 }, { samples: 4 }]],
  'CFG-11': (['vega10', 'navi10', 'navi31'] as const).map((chip) => ['no export space', chip, NO_SPACE]),
  'CFG-12': (['vega10', 'raven'] as const).flatMap((chip): Case[] => [
    ['8 raster samples without a drain', chip, EIGHT_SAMPLES, { samples: 8 }],
    ['8 depth samples without a drain', chip, { DB_Z_INFO: 3 << 2 }],
  ]),
  'CFG-14': [['a lost write to DB_DFSM_CONTROL', 'vega10', { DB_DFSM_CONTROL: 0, DB_Z_INFO: 2 }]],
  'CFG-16': [['out-of-order rasterisation', 'navi21', OUT_OF_ORDER, { interlock: 'sample-ordered' }]],
  'CFG-19': [['early tests not requested', ...flip('vega20', 'DB_SHADER_CONTROL', EARLY_THEN_LATE)]],
  'CFG-20': (['navi10', 'vangogh', 'navi32'] as const).map((chip) => [
    'memory accesses out of order',
    ...flip(chip, 'SPI_SHADER_PGM_RSRC1_PS', 1 << 25),
  ]),
  'CFG-21?': [
    ['an option that no driver sets', ...flip('vega10', 'DB_SHADER_CONTROL', 1 << 17)],
    ['an option that no driver sets', ...flip('navi31', 'DB_SHADER_CONTROL', 1 << 24)],
    ['an option that no driver sets', ...flip('navi31', 'PA_SC_SHADER_CONTROL', 1 << 7)],
    ['an option that no driver sets', ...flip('navi48', 'PA_SC_BINNER_CNTL_0', 1 << 29)],
  ],
};

test.for(Object.entries(FIRING).flatMap(([rule, cases]) => cases.map((row) => [rule, ...row] as const)))(
  '%s fires for %s on %s',
  ([rule, _, chip, registers, draw]) => {
    expect(judgeRegisters(chip, registers, draw).fired).toEqual([rule]);
  },
);

test.for<readonly [rule: string, ...Case]>([
  ['CFG-03', 'the argument loaded by SPI only', ...flip('navi10', 'SPI_SHADER_PGM_RSRC2_PS', 1 << 25)],
  ...[0, 2, 3].map((control): [string, ...Case] => [
    'CFG-13',
    `a drain with squad launch control ${control}`,
    'navi14',
    { ...DRAIN, DB_RENDER_OVERRIDE2: control },
  ]),
  // 2x2, 2x1 and 1x2.
  ...[0x11, 0x01, 0x10].map((rate): [string, ...Case] => [
    'CFG-17',
    `the coarse rate ${rate}`,
    'navi21',
    { ...UNORDERED, GE_VRS_RATE: rate },
  ]),
])('%s fires for %s on %s, perhaps among others', ([rule, _, chip, registers, draw]) => {
  expect(judgeRegisters(chip, registers, draw).fired).toContain(rule);
});

test.for<Case>([
  ...(['navi21', 'navi31', 'vega10', 'navi33', 'renoir'] as const).map((chip): Case => ['correct', chip]),
  ['SC without a defined enable bit (U28)', ...flip('mariner', 'PA_SC_SHADER_CONTROL', 4)],
  ['SC without a defined intrawave bit', ...flip('mariner', 'PA_SC_SHADER_CONTROL', 8)],
  ['4 depth samples for 4', ...samples(2, 2)],
  ['8 depth samples for 1', ...samples(0, 3)],
  ['the maximum of depth samples for 16', ...samples(4, 3)],
  ['an equal sample count of masks', 'navi21', { PA_SC_AA_CONFIG: 0x200002 }, { samples: 4 }],
  ['a different raster sample count', 'navi21', { PA_SC_AA_CONFIG: 0x200003 }, { samples: 4 }],
  ['export space for depth only', 'navi31', { ...NO_SPACE, SPI_SHADER_Z_FORMAT: 1 }],
  ['8 samples with a drain', 'vega10', { ...EIGHT_SAMPLES, ...DRAIN }, { samples: 8 }],
  ['4 samples without a drain', 'vega10', { PA_SC_AA_CONFIG: 0x200002, DB_Z_INFO: 8 }, { samples: 4 }],
  ['8 samples where no overlap is missed', 'vega20', EIGHT_SAMPLES, { samples: 8 }],
  ['partial squads launched on a hang', 'navi14', { ...DRAIN, DB_RENDER_OVERRIDE2: 1 }],
  ['partial squads held back without a drain', 'navi14', { DB_RENDER_OVERRIDE2: 0 }],
  ['no such register on GFX11', 'navi31', { DB_DFSM_CONTROL: 0 }],
  ['out of order, unordered interlock', 'navi21', OUT_OF_ORDER, { interlock: 'pixel-unordered' }],
  ['out of order, relaxed order', 'navi21', OUT_OF_ORDER, { order: 'relaxed' }],
  ['coarse, but ordering enabled', 'navi21', { ...UNFORCED, ...COARSE, DB_SHADER_CONTROL: 0x10600 }],
  ['coarse on GFX11', 'navi31', COARSE],
  ['requested early tests', ...flip('vega20', 'DB_SHADER_CONTROL', EARLY_THEN_LATE | BEFORE_SHADER)],
  ['an option bit without a meaning', ...flip('navi31', 'DB_SHADER_CONTROL', 1 << 17)],
  ['an option bit without a meaning', ...flip('vega10', 'DB_SHADER_CONTROL', 1 << 24)],
  ['an option bit without a meaning', ...flip('navi31', 'PA_SC_BINNER_CNTL_0', 1 << 29)],
])('no rule fires for %s on %s', ([_, chip, registers, draw]) => {
  expect(judgeRegisters(chip, registers, draw).fired).toEqual([]);
});

test.each([
  { PA_CL_VRS_CNTL: 1 << 9 },
  { PA_CL_VRS_CNTL: 2 << 9 },
  { PA_SC_MODE_CNTL_1: 1 << 16 },
  { GE_VRS_RATE: 0 },
])('CFG-17 does not fire if anything forces fine shading: %o', (changes) => {
  expect(judgeRegisters('navi21', { ...UNORDERED, ...COARSE, ...changes }).fired).toEqual(['CFG-05']);
});

test.for<readonly [missing: Readonly<Record<string, string>>, chip: ChipName, Registers, Partial<Draw>?]>([
  [{ 'CFG-09': 'DB_Z_INFO of draw 0' }, 'navi31', { DB_Z_INFO: undefined }],
  [{ 'CFG-11': 'SPI_SHADER_Z_FORMAT of draw 0' }, 'navi31', { ...NO_SPACE, SPI_SHADER_Z_FORMAT: undefined }],
  [{}, 'navi31', { SPI_SHADER_Z_FORMAT: undefined }],
  [{ 'CFG-12': 'DB_Z_INFO of draw 0' }, 'raven', { DB_Z_INFO: undefined }],
  [{}, 'raven', { ...EIGHT_SAMPLES, ...DRAIN, DB_Z_INFO: undefined }, { samples: 8 }],
  [{ 'CFG-13': 'DB_RENDER_OVERRIDE2 of draw 0' }, 'navi14', DRAIN],
  [{}, 'navi14', {}],
  [{ 'CFG-17': 'GE_VRS_RATE of draw 0' }, 'navi21', UNORDERED],
])('the unchecked rules are %o on %s', ([missing, chip, registers, draw]) => {
  expect(judgeRegisters(chip, registers, draw).missing).toEqual(missing);
});

test.each([
  ['CFG-01', 'vega10', 'SPI_SHADER_PGM_RSRC2_PS'],
  ['CFG-05', 'navi31', 'DB_SHADER_CONTROL'],
] as const)('%s is unchecked on %s without %s, and nothing fires', (rule, chip, register) => {
  const { fired, missing } = judgeRegisters(chip, { [register]: undefined });
  expect([fired, missing[rule]]).toEqual([[], `${register} of draw 0`]);
});
