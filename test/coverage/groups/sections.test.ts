import type { ProgramDescriptor, Scenario, SectionState } from '../../../transactions/index.js';
import { createSmallScenario } from '../../transactions/support/scenarios.js';
import { at, collectHits } from '../support/stream.js';

const STATE: SectionState = {
  prolog: 'two-side',
  mainDiscard: 'last',
  clamp: true,
  alphaTest: 'greater',
  stipple: 'epilog',
  smoothing: false,
  alphaToOne: true,
  alphaToCoverage: false,
  outputs: 'broadcast',
  conversion: 'FP16_ABGR',
};

/**
 * Two s_cbranch_execz instructions that jump to the epilog's s_endpgm instructions, followed by three s_endpgm: one in
 * the main part at pc 8, one in the epilog at pc 12, and the normal end at pc 16.
 */
const WORDS = [0xbf880002, 0xbf880002, 0xbf810000, 0xbf810000, 0xbf810000];

/** Creates a scenario with a single program that has three parts and the given state. */
function makeScenario(state: Partial<SectionState>): Scenario {
  const scenario = createSmallScenario();
  const parts = [
    { part: 'prolog', words: 1 },
    { part: 'main', words: 2 },
    { part: 'epilog', words: WORDS.length - 3 },
  ] as const;
  const sections = { placement: 'E03', state: { ...STATE, ...state }, parts } as const;
  return {
    ...scenario,
    programs: scenario.programs.map((program) => ({ ...program, words: WORDS, sections })),
  };
}

/** Transactions of a wave that accesses ordered memory and reaches the normal end. */
const FORMED = at('wave-formed');
const ACCESS = at('memory-issued', { pc: 4 });
const END = at('wave-ended', { pc: 16 });
const QUIESCED = at('quiesced', { waiting: [] });
const COMPLETE = [FORMED, ACCESS, END, QUIESCED];

describe('sections covergroup', () => {
  it("counts a draw's program state once, no matter how many waves it has", () => {
    const { generation: _, ...hits } = collectHits('sections', makeScenario({}), [
      FORMED,
      at('wave-formed', { wave: 1 }),
      ACCESS,
      END,
      at('wave-ended', { wave: 1, pc: 16 }),
      QUIESCED,
    ]);
    expect(hits).toEqual({
      placement: { E03: 1 },
      prolog: { 'two-side': 1 },
      steps: { 'clamp, alpha test, stipple, alpha-to-one': 1 },
      alpha: { greater: 1 },
      stipple: { epilog: 1 },
      discard: { last: 1 },
      outputs: { broadcast: 1 },
      coverage: { rasteriser: 1 },
      conversion: { FP16_ABGR: 1 },
      'prolog x steps': { 'two-side x clamp, alpha test, stipple, alpha-to-one': 1 },
      'generation x placement': { 'gfx10.3 x E03': 1 },
      'placement x discard': { 'E03 x last': 1 },
      'outputs x conversion': { 'broadcast x FP16_ABGR': 1 },
      'generation x conversion': { 'gfx10.3 x FP16_ABGR': 1 },
    });
  });

  it('counts nothing for a draw whose waves all end before the last part', () => {
    const earlyEnd = at('wave-ended', { pc: 8 });
    expect(collectHits('sections', makeScenario({}), [FORMED, ACCESS, earlyEnd, QUIESCED])).toEqual({});
  });

  it('counts no exports if every wave ends before them, nor placement if no wave reaches the section', () => {
    const state = { alphaTest: 'never' } as const;
    const earlyEnd = at('wave-ended', { pc: 12 });
    const withoutExports = collectHits('sections', makeScenario(state), [FORMED, ACCESS, earlyEnd, QUIESCED]);
    expect(withoutExports).toMatchObject({ alpha: { never: 1 }, placement: { E03: 1 } });
    expect([withoutExports.outputs, withoutExports.coverage, withoutExports.conversion]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    const withoutSection = collectHits('sections', makeScenario({}), [FORMED, END, QUIESCED]);
    expect(withoutSection).toMatchObject({ outputs: { broadcast: 1 }, discard: { last: 1 } });
    expect(withoutSection.placement).toBeUndefined();
  });

  it('does not count stippling in the prolog, or an alpha test that always passes, as an epilog step', () => {
    const state = { clamp: false, alphaTest: 'always', stipple: 'prolog', alphaToOne: false } as const;
    const hits = collectHits('sections', makeScenario(state), COMPLETE);
    expect(hits.steps).toEqual({ plain: 1 });
    expect(hits.stipple).toEqual({ prolog: 1 });
  });

  it('ignores the section and the discards in a generated main part', () => {
    const scenario = makeScenario({ mainDiscard: 'none' });
    const descriptor = {} as ProgramDescriptor;
    const programs = scenario.programs.map((program) => ({ ...program, descriptor }));
    const hits = collectHits('sections', { ...scenario, programs }, COMPLETE);
    expect(hits).toMatchObject({ prolog: { 'two-side': 1 }, outputs: { broadcast: 1 } });
    expect([hits.placement, hits.discard, hits['placement x discard']]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('ignores draws whose program has no parts', () => {
    expect(collectHits('sections', createSmallScenario(), COMPLETE).placement ?? {}).toEqual({});
  });
});
