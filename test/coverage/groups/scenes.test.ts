import { describe, expect, it } from 'vitest';
import { at, covered, onChip } from '../support/stream.js';

const QUIET = at('quiesced', { waiting: [] });

describe('scenes covergroup', () => {
  it("counts each draw's scene once, with the generation, however many waves it has", () => {
    const scenario = onChip('navi31');
    const [draw] = scenario.draws;
    const draws = [
      { ...draw!, scene: 'fan' as const },
      { ...draw!, scene: 'strip' as const },
    ];
    const formed = [0, 0, 1, 1].map((index) => at('wave-formed', { draw: index }));
    const hits = covered('scenes', { ...scenario, draws }, [...formed, QUIET]);
    expect(hits).toMatchObject({
      'scene x generation': { 'fan x gfx11': 1, 'strip x gfx11': 1 },
      mixed: { two: 1 },
    });
  });

  it('ignores scenes whose draws form no wave', () => {
    const scenario = onChip('navi31');
    const draws = (['fan', 'strip'] as const).map((scene) => ({ ...scenario.draws[0]!, scene }));
    const hits = covered('scenes', { ...scenario, draws }, [at('wave-formed', { draw: 1 }), QUIET]);
    expect(hits).toMatchObject({ scene: { strip: 1 }, mixed: { one: 1 } });
    expect(covered('scenes', { ...scenario, draws }, [QUIET])).toEqual({});
  });

  it('ignores draws that are not from a scene', () => {
    const hits = covered('scenes', onChip('navi31'), [at('wave-formed')]);
    expect(hits.scene ?? {}).toEqual({});
  });

  it('counts a draw once if waves of two draws are formed alternately', () => {
    const scenario = onChip('navi31');
    const draws = (['fan', 'strip'] as const).map((scene) => ({ ...scenario.draws[0]!, scene }));
    const formed = [0, 1, 0, 1].map((index) => at('wave-formed', { draw: index }));
    expect(covered('scenes', { ...scenario, draws }, formed).scene).toEqual({ fan: 1, strip: 1 });
  });
});
