import { describe, expect, it } from 'vitest';
import type { ProgramDescriptor, Scenario, SectionState } from '../../../transactions/index.js';
import { smallScenario } from '../../transactions/support/scenarios.js';
import { at, covered } from '../support/stream.js';

const PLAIN: SectionState = {
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

/** A scenario whose only program was made of parts for a state. */
function scenarioOf(state: Partial<SectionState>): Scenario {
  const scenario = smallScenario();
  const sections = { placement: 'E03', state: { ...PLAIN, ...state }, parts: [] } as const;
  return { ...scenario, programs: scenario.programs.map((program) => ({ ...program, sections })) };
}

const BEGIN = at('wave-formed');

/** A draw that forms no wave tries nothing. */
const EMPTY = at('draw-begin', { draw: 0 });

describe('covergroup sections', () => {
  it('counts once at each draw that forms waves what its program was made for', () => {
    const { generation: _, ...hits } = covered('sections', scenarioOf({}), [EMPTY, BEGIN, BEGIN]);
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

  it('takes a stipple in the prolog and a test that always passes for no step of the epilog', () => {
    const state = { clamp: false, alphaTest: 'always', stipple: 'prolog', alphaToOne: false } as const;
    const hits = covered('sections', scenarioOf(state), [BEGIN]);
    expect(hits.steps).toEqual({ plain: 1 });
    expect(hits.stipple).toEqual({ prolog: 1 });
  });

  it('does not say where the section and the discards of a generated main part are', () => {
    const scenario = scenarioOf({ mainDiscard: 'none' });
    const descriptor = {} as ProgramDescriptor;
    const programs = scenario.programs.map((program) => ({ ...program, descriptor }));
    const hits = covered('sections', { ...scenario, programs }, [BEGIN]);
    expect(hits).toMatchObject({ prolog: { 'two-side': 1 }, outputs: { broadcast: 1 } });
    expect([hits.placement, hits.discard, hits['placement x discard']]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('leaves draws alone whose program is of one piece', () => {
    expect(covered('sections', smallScenario(), [BEGIN]).placement ?? {}).toEqual({});
  });
});
