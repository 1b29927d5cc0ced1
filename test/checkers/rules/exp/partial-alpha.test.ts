import type { Scenario } from '../../../../transactions/index.js';
import { buildScene, getTransactions } from '../../../rtl-model/support/run-program.js';
import { checkRun } from '../../support/checked-run.js';

const ABGR_32 = 9;
const TEXEL_WORDS = 4;

/** A program that exports an alpha of 0.5 for all pixels. */
const HALF_ALPHA = `v_mov_b32_e32 v4, 0.5
  exp mrt0 v4, v4, v4, v4 done vm
  s_endpgm`;

/** Alpha-to-mask offsets of zero to three quarters of a sample. */
const OFFSETS = 1 | (0b11_10_01_00 << 8);

const REGISTERS = {
  SPI_SHADER_COL_FORMAT: ABGR_32,
  CB_TARGET_MASK: 0xf,
  CB_SHADER_MASK: 0xf,
  DB_ALPHA_TO_MASK: OFFSETS,
};

function createScenario(
  samples: Scenario['draws'][0]['samples'],
  registers: Readonly<Record<string, number>>,
): Scenario {
  const scene = buildScene(HALF_ALPHA, { registers: { ...REGISTERS, ...registers } });
  const draws = scene.draws.map((draw) => ({ ...draw, samples }));
  return { ...scene, draws, colourBuffers: ['rgba32f'] };
}

/** Returns how many times EXP-06 fires if texel `flippedTexel` is changed from written to unwritten or vice versa. */
function countFirings(scenario: Scenario, flippedTexel?: number): number {
  const verdict = checkRun(scenario, (t) => {
    if (t.kind !== 'colour-dumped' || flippedTexel === undefined) return t;
    const words = t.words.slice();
    const texel = words.subarray(flippedTexel * TEXEL_WORDS, (flippedTexel + 1) * TEXEL_WORDS);
    texel.fill(texel[0] === 0 ? 0x3f000000 : 0);
    return { ...t, words };
  });
  return verdict.fired?.['EXP-06'] ?? 0;
}

describe.each([
  ['pixels', {}],
  ['coarse fragments', { GE_VRS_RATE: 1 }],
] as const)('a partial alpha in %s', (_, registers) => {
  it.each([1, 2, 4] as const)('decides which of %i samples are written', (samples) => {
    const scenario = createScenario(samples, registers);
    const [dump] = getTransactions(scenario, 'colour-dumped');
    const texels = dump!.words.length / TEXEL_WORDS;
    const written = Array.from({ length: texels }, (_, i) => dump!.words[i * TEXEL_WORDS] !== 0);
    expect(new Set(written)).toEqual(new Set([true, false]));
    expect(countFirings(scenario)).toBe(0);
    expect([
      countFirings(scenario, written.indexOf(true)),
      countFirings(scenario, written.indexOf(false)),
    ]).toEqual([1, 1]);
  });
});

it('does not check which pixels are covered if alpha is NaN', () => {
  const scene = createScenario(2, {});
  const nanPrograms = buildScene(HALF_ALPHA.replace('v4, 0.5', 'v4, 0x7fc00000'), {
    registers: REGISTERS,
  }).programs;
  const scenario = { ...scene, programs: nanPrograms };
  expect([countFirings(scenario), countFirings(scenario, 0)]).toEqual([0, 0]);
});
