import { decodeProgram, GENERATIONS, type Gfx, isAtLeast } from '../../../../arch/index.js';
import { examineProgram } from '../../../../checkers/evidence/static/cache.js';
import { assembleSections } from '../../../../stimulus/sections/assemble.js';
import type { MainDiscard, Program, SectionPlacement, ShaderPart } from '../../../../transactions/index.js';
import { SECTION_PLACEMENTS } from '../../../../transactions/index.js';
import { scene } from '../../support/scenes.js';
import { Stream } from '../../support/stream.js';

const WAVE = 64;

/** Assembles a program that discards in its prolog, its main part and, if `hasDiscards` is set, its epilog. */
function createProgram(gfx: Gfx, placement: SectionPlacement, hasDiscards = placement !== 'E01'): Program {
  const hasEpilog = placement !== 'E01';
  const mainDiscard: MainDiscard = 'last';
  const state = {
    prolog: 'two-side',
    mainDiscard,
    clamp: hasEpilog,
    alphaTest: hasDiscards ? 'less' : 'always',
    stipple: 'prolog',
    smoothing: hasEpilog,
    alphaToOne: hasEpilog,
    alphaToCoverage: false,
    outputs: 'two',
    conversion: 'FP16_ABGR',
  } as const;
  const code = assembleSections({
    gfx,
    wave: WAVE,
    samples: 4,
    placement,
    state,
    stippleDescriptor: [0, 1, 2, 3],
  });
  const collision = { name: 'pops_collision_wave_id', file: 's', register: 6, size: 1 } as const;
  return { name: placement, ...code, arguments: isAtLeast(gfx, 'gfx11') ? [] : [collision], inputs: [] };
}

function getPartWords({ words, sections }: Program, part: ShaderPart): readonly number[] {
  const parts = sections!.parts;
  const index = parts.findIndex((candidate) => candidate.part === part);
  const first = parts.slice(0, index).reduce((sum, { words: count }) => sum + count, 0);
  return words.slice(first, first + parts[index].words);
}

function assembleMixed(gfx: Gfx, placement: SectionPlacement, epilogPlacement: SectionPlacement): Program {
  const [first, second] = [createProgram(gfx, placement, false), createProgram(gfx, epilogPlacement, false)];
  const code = [getPartWords(first, 'prolog'), getPartWords(first, 'main'), getPartWords(second, 'epilog')];
  const parts = first.sections!.parts.map(({ part }, index) => ({ part, words: code[index].length }));
  return { ...first, words: code.flat(), sections: { ...first.sections!, parts } };
}

function examineSections(gfx: Gfx, program: Program) {
  return examineProgram(decodeProgram(program.words, gfx, WAVE), program);
}

describe.each(GENERATIONS)('PROTO-06 on %s', (gfx) => {
  test('fires for an epilog that begins the section a second time', () => {
    const { findings } = examineSections(gfx, assembleMixed(gfx, 'E03', 'E04'));
    expect([...findings.keys()].filter((rule) => rule !== 'RACE-02')).toEqual(['PROTO-06']);
    const { observed } = findings.get('PROTO-06')!;
    expect(observed).toMatch(/^The section begins in both the epilog and the main part \(see pc 0x/);
  });

  test('checks and accepts every placement, with discards in all parts', () => {
    for (const placement of SECTION_PLACEMENTS) {
      const { findings, armed } = examineSections(gfx, createProgram(gfx, placement));
      expect([placement, ...findings.keys()]).toEqual([placement]);
      const isChecked = placement !== 'E08' || isAtLeast(gfx, 'gfx11');
      expect((armed.get('PROTO-06') ?? 0) > 0).toBe(isChecked);
    }
  });
});

test.each(['gfx9', 'gfx10', 'gfx10.3'] as const)(
  'PROTO-06 fires on %s for an epilog that sends the message again',
  (gfx) => {
    const { findings } = examineSections(gfx, assembleMixed(gfx, 'E02', 'E03'));
    expect([...findings.keys()]).toEqual(expect.arrayContaining(['PROTO-01', 'PROTO-06']));
    expect(findings.get('PROTO-06')!.observed).toContain('The section ends in both');
  },
);

test('PROTO-06 fires on gfx11 for a main part that sets the done bit on an export before the epilog', () => {
  const program = createProgram('gfx11', 'E02');
  const mainWithDone = getPartWords(createProgram('gfx11', 'E01'), 'main').slice(0, -1);
  const code = [getPartWords(program, 'prolog'), mainWithDone, getPartWords(program, 'epilog')];
  const parts = program.sections!.parts.map(({ part }, index) => ({ part, words: code[index].length }));
  const { findings } = examineSections('gfx11', {
    ...program,
    words: code.flat(),
    sections: { ...program.sections!, parts },
  });
  expect([...findings.keys()]).toEqual(expect.arrayContaining(['PROTO-01', 'PROTO-06']));
});

test('PROTO-06 is reported in the verdict for a run', () => {
  const scenario = scene({ chip: 'navi21' });
  const programs = [assembleMixed('gfx10.3', 'E03', 'E04')];
  const { fired } = new Stream({ ...scenario, wave: WAVE, programs }).quiesce().judge();
  expect(fired).toEqual({ 'PROTO-06': 1 });
});

test('PROTO-06 does not check programs with unknown parts', () => {
  const { sections: _, ...program } = assembleMixed('gfx10', 'E03', 'E04');
  expect(examineSections('gfx10', program).findings.size).toBe(0);
});
