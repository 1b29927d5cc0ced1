import type { SectionState } from '../../../transactions/index.js';
import { at, collectHits, onChip } from '../support/stream.js';

const makeExport = (target: number, enabled: number, done: boolean) =>
  at('exported', { target, enabled, done });

describe('export-kinds covergroup', () => {
  it('counts the targets and channels of all exports, and the kind of the last one', () => {
    const { generation: _, ...hits } = collectHits('export-kinds', onChip('navi21'), [
      at('wave-formed'),
      makeExport(8, 1, false),
      makeExport(0, 15, false),
      makeExport(3, 15, true),
    ]);
    expect(hits).toEqual({
      target: { mrtz: 1, mrt0: 1, 'mrt1-7': 1 },
      channels: { some: 1, all: 2 },
      position: { '1': 1, '2': 1, '3+': 1 },
      last: { 'mrt1-7': 1 },
      'generation x last': { 'gfx10.3 x mrt1-7': 1 },
      'last x channels': { 'mrt1-7 x all': 1 },
      epilog: { 'no parts': 1 },
      'last x generation x epilog': { 'mrt1-7 x gfx10.3 x no parts': 1 },
    });
  });

  it('ignores targets that do not exist on the generation, and a second source without channels', () => {
    const collect = (chip: 'navi10' | 'navi31', target: number, cross = 'generation x last') =>
      collectHits('export-kinds', onChip(chip), [at('wave-formed'), makeExport(target, 0, true)])[cross];
    expect(collect('navi10', 9)).toEqual({ 'gfx10 x null': 1 });
    expect(collect('navi31', 9)).toEqual({ 'gfx11 has no null target': 1 });
    expect(collect('navi31', 21)).toEqual({ 'gfx11 x dual source': 1 });
    expect(collect('navi31', 21, 'last x channels')).toEqual({ 'dual source writes colour': 1 });
    expect(collect('navi31', 3, 'last x channels')).toEqual({ 'mrt1-7 x off': 1 });
  });

  it("records the epilog's operations only for exports in the epilog", () => {
    const scenario = onChip('navi21');
    const state = { alphaTest: 'less', stipple: 'off', clamp: true } as SectionState;
    const parts = [
      { part: 'prolog', words: 2 },
      { part: 'main', words: 3 },
      { part: 'epilog', words: 4 },
    ] as const;
    const sections = { placement: 'E02', state, parts } as const;
    const programs = scenario.programs.map((program) => ({ ...program, sections }));
    const epilogAt = (pc: number) =>
      collectHits('export-kinds', { ...scenario, programs }, [
        at('wave-formed'),
        at('exported', { pc, target: 0, enabled: 15, done: true }),
      ]).epilog;
    expect(epilogAt(20)).toEqual({ 'discards and changes colours': 1 });
    expect(epilogAt(16)).toBeUndefined();
  });
});
