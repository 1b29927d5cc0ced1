import {
  chipOf,
  decodeProgram,
  GENERATIONS,
  type Gfx,
  getMnemonic,
  isAtLeast,
  type WaveSize,
} from '../../../arch/index.js';
import { openCorpus } from '../../../harness/programs/corpus-files.js';
import { runScenario } from '../../../rtl-model/index.js';
import { getDialect } from '../../../stimulus/dialect/index.js';
import { createSectionParts, DEFAULT_SECTION_STATE } from '../../../stimulus/matrix/parts/section-parts.js';
import { assembleSections, emitPart } from '../../../stimulus/sections/assemble.js';
import { illegalReason } from '../../../stimulus/sections/legality.js';
import type { KnobValues, SectionPlacement, SectionState, ShaderPart } from '../../../transactions/index.js';
import { RandomStream, SECTION_PLACEMENTS, SHADER_PARTS } from '../../../transactions/index.js';
import { assemble, hasLlvm } from '../../arch/isa/differential/llvm.js';
import { scene } from '../../checkers/support/scenes.js';

/** A state that needs every step. */
const FULL: SectionState = {
  prolog: 'two-side',
  mainDiscard: 'last',
  clamp: true,
  alphaTest: 'less-equal',
  stipple: 'epilog',
  smoothing: true,
  alphaToOne: true,
  alphaToCoverage: true,
  outputs: 'two',
  conversion: 'FP16_ABGR',
};
/** A state that needs no step. */
const EMPTY: SectionState = {
  prolog: 'none',
  mainDiscard: 'none',
  clamp: false,
  alphaTest: 'always',
  stipple: 'off',
  smoothing: false,
  alphaToOne: false,
  alphaToCoverage: false,
  outputs: 'none',
  conversion: 'ZERO',
};

/** A state with one colour that no step changes. */
const PLAIN_COLOUR: SectionState = { ...EMPTY, prolog: 'front', outputs: 'one', conversion: 'FP16_ABGR' };

/** For each epilog step, the state change that requires it. */
const EPILOG_STEPS = Object.entries({
  clamp: { clamp: true },
  alphaTest: { alphaTest: 'less' },
  stipple: { stipple: 'epilog' },
  smoothing: { smoothing: true },
  alphaToOne: { alphaToOne: true },
} satisfies Record<string, Partial<SectionState>>);

const makeTarget = (gfx: Gfx, wave: WaveSize, placement: SectionPlacement, state: SectionState) => ({
  gfx,
  wave,
  samples: 8,
  placement,
  state,
  stippleDescriptor: [0, 2, 4096, 0x27fac],
});

/** Returns the parts that contain the start and end of the section, judging by the instructions. */
function findMarkers(gfx: Gfx, placement: SectionPlacement): { begins: ShaderPart[]; ends: ShaderPart[] } {
  const state = placement === 'E10' ? { ...EMPTY, mainDiscard: 'last' as const } : EMPTY;
  const { words, sections } = assembleSections(makeTarget(gfx, 64, placement, state));
  const { instructions } = decodeProgram(words, gfx, 64);
  const parts = sections.parts.flatMap(({ part, words: length }) => new Array<ShaderPart>(length).fill(part));
  const findPart = (pc: number): ShaderPart => parts[pc >> 2];
  const findParts = (matching: (typeof instructions)[number][]) => [
    ...new Set(matching.map(({ pc }) => findPart(pc))),
  ];
  return {
    begins: findParts(instructions.filter(({ kind }) => kind === 'setreg' || kind === 'wait-event')),
    ends: findParts(
      instructions.filter(({ kind, export: lastExport }) =>
        isAtLeast(gfx, 'gfx11') ? lastExport?.done : kind === 'message',
      ),
    ),
  };
}

const EXPECTED: Readonly<Record<SectionPlacement, readonly [begin: ShaderPart[], end: ShaderPart[]]>> = {
  E01: [['main'], ['main']],
  E02: [['main'], ['main']],
  E03: [['main'], ['epilog']],
  E04: [['epilog'], ['epilog']],
  E05: [['prolog'], ['main']],
  E06: [['prolog'], ['epilog']],
  E07: [['prolog'], ['prolog']],
  E08: [[], []],
  E09: [['main'], ['main']],
  E10: [['main'], ['main']],
};

describe.each(GENERATIONS)('multi-part programs on %s', (gfx) => {
  it('place the section where the placement requires', () => {
    for (const placement of SECTION_PLACEMENTS) {
      const [begins, ends] = EXPECTED[placement];
      const exits = placement === 'E10' ? ['main', 'epilog'] : [placement === 'E01' ? 'main' : 'epilog'];
      expect([placement, findMarkers(gfx, placement)]).toEqual([
        placement,
        { begins, ends: isAtLeast(gfx, 'gfx11') ? exits : ends },
      ]);
    }
  });

  it('run the steps in the order of R-029: clamp, alpha test, stipple, smoothing, alpha-to-one, pack, output', () => {
    const text = emitPart(makeTarget(gfx, 64, 'E02', FULL), 'epilog');
    const steps = [
      'v_med3',
      '_f32_e32 vcc, s4',
      'v_cmp_le_f32_e32 vcc, 0.5',
      'v_bcnt',
      'v_mov_b32_e32 v11, 1.0',
      'rtz_f16_f32',
      `${getMnemonic('exp', gfx)} mrt1`,
    ];
    const positions = steps.map((step) => text.indexOf(step));
    expect(positions.every((position) => position >= 0)).toBe(true);
    expect([...positions].sort((a, b) => a - b)).toEqual(positions);
  });

  it('export the coverage alpha first, and set done on the last of eight targets', () => {
    const state: SectionState = { ...FULL, outputs: 'broadcast', alphaTest: 'always', stipple: 'off' };
    const { words } = assembleSections(makeTarget(gfx, 64, 'E02', { ...state, mainDiscard: 'none' }));
    const exports = decodeProgram(words, gfx, 64).instructions.flatMap(
      (instruction) => instruction.export ?? [],
    );
    expect(exports.map(({ target, done }) => [target, done])).toEqual(
      [8, 0, 1, 2, 3, 4, 5, 6, 7].map((target) => [target, target === 7]),
    );
  });

  it('have an empty prolog if there are no colour inputs, and select colours only if they are two-sided', () => {
    const emitProlog = (prolog: SectionState['prolog']) =>
      emitPart(makeTarget(gfx, 64, 'E02', { ...EMPTY, prolog }), 'prolog');
    expect(emitProlog('none')).toBe('');
    expect(emitProlog('front')).not.toContain('v_cndmask');
    expect(emitProlog('two-side').match(/v_cndmask/g)).toHaveLength(8);
  });

  it('leave the prolog and main part unchanged, and add code to the epilog only for the required steps (R-018)', () => {
    const emitParts = (changes: Partial<SectionState>) =>
      SHADER_PARTS.map((part) =>
        emitPart(makeTarget(gfx, 64, 'E02', { ...PLAIN_COLOUR, ...changes }), part).split('\n'),
      );
    const [prolog, main, epilog] = emitParts({});
    for (const [step, changes] of EPILOG_STEPS) {
      const [sameProlog, sameMain, longerEpilog] = emitParts(changes);
      expect([step, sameProlog, sameMain]).toEqual([step, prolog, main]);
      expect([step, longerEpilog.length > epilog.length]).toEqual([step, true]);
    }
  });

  it("set only r0's alpha to one", () => {
    const text = emitPart(
      makeTarget(gfx, 64, 'E02', { ...EMPTY, alphaToOne: true, outputs: 'two' }),
      'epilog',
    );
    expect(text.match(/v_mov_b32_e32 v\d+, 1\.0/g)).toHaveLength(1);
  });

  it.skipIf(!hasLlvm())(
    'assemble to the same words that LLVM produces (skipped without apt-get install -y llvm-19)',
    () => {
      for (const wave of gfx === 'gfx9' ? ([64] as const) : ([32, 64] as const)) {
        const target = makeTarget(gfx, wave, 'E06', FULL);
        const { instructions } = decodeProgram(assembleSections(target).words, gfx, wave);
        // The source has no waits for hazards: assembling inserts them.
        const nonBranches = instructions.filter(
          ({ kind, mnemonic }) => kind !== 'branch' && mnemonic !== 's_wait_alu',
        );
        const lines = SHADER_PARTS.flatMap((part) => emitPart(target, part).split('\n'));
        const sourceLines = lines.filter((line) => line.startsWith('  ') && !/s_c?branch/.test(line));
        expect(assemble(sourceLines, gfx, wave).map((result) => result?.words)).toEqual(
          nonBranches.map((instruction) => instruction.words),
        );
      }
    },
  );
});

describe('illegal combinations', () => {
  it.each([
    [
      'an epilog state without an epilog',
      'E01',
      { ...EMPTY, clamp: true },
      'these states are emulated in the epilog',
    ],
    ['E10 without its discard', 'E10', EMPTY, 'discard at the end of the main part'],
    [
      'a discard inside a section that begins in another part',
      'E05',
      { ...EMPTY, mainDiscard: 'inside' },
      'only if it contains the section',
    ],
    ['a discard inside a condition', 'E09', { ...EMPTY, mainDiscard: 'inside' }, 'would be reactivated'],
    [
      'colours with an export format of ZERO',
      'E02',
      { ...EMPTY, outputs: 'one' },
      'reserves no export space',
    ],
    [
      'alpha to coverage without a colour',
      'E02',
      { ...EMPTY, alphaToCoverage: true },
      'requires an output with alpha',
    ],
    ['a format without colours', 'E02', { ...EMPTY, conversion: 'R32' }, 'no colour'],
  ] as const)('%s is rejected with a reason', (_name, placement, state, reason) => {
    expect(illegalReason(placement, state)).toContain(reason);
    expect(() => assembleSections(makeTarget('gfx10', 32, placement, state))).toThrow(reason);
  });

  it('leave at least one state for every placement', () => {
    for (const placement of SECTION_PLACEMENTS) {
      const states = [EMPTY, { ...EMPTY, mainDiscard: 'last' as const }];
      expect(states.some((state) => illegalReason(placement, state) === undefined)).toBe(true);
    }
  });
});

/**
 * Returns the number of cycles that a scenario with the given prolog colours takes. Everything else is fixed,
 * including all latencies.
 */
function countCycles(prolog: SectionState['prolog']): number {
  const base = scene();
  const chip = chipOf(base.chip);
  const { wave } = base;
  const fixed = Object.entries(base.freedoms).map(([name, value]) => [
    name,
    Array.isArray(value) ? [value[0], value[0]] : value,
  ]);
  const freedoms: KnobValues = Object.fromEntries(fixed);
  const [size, seed] = [8, '0x1'];
  const dialect = getDialect(chip.gfx, wave);
  const stream = new RandomStream(seed);
  const target = { chip, wave, dialect, size, freedoms, seed, stream, corpus: openCorpus() };
  const parts = createSectionParts(target, { placement: 'E02' }, [
    { state: { ...DEFAULT_SECTION_STATE, prolog } },
  ]);
  return runScenario({ ...base, freedoms, ...parts }, null).cycles;
}

it('a scenario takes longer with colour selection than without it (R-033)', () => {
  expect(countCycles('two-side') / countCycles('front')).toBeGreaterThan(1.02);
});
