import { describe, expect, it } from 'vitest';
import { at, collectHits, onChip } from '../support/stream.js';

const QUIESCED = at('quiesced', { waiting: [] });

describe('scenes covergroup', () => {
  it("counts each draw's scene once, with the generation, no matter how many waves it has", () => {
    const scenario = onChip('navi31');
    const [draw] = scenario.draws;
    const draws = [
      { ...draw!, scene: 'fan' as const },
      { ...draw!, scene: 'strip' as const },
    ];
    const formed = [0, 0, 1, 1].map((index) => at('wave-formed', { draw: index }));
    const hits = collectHits('scenes', { ...scenario, draws }, [...formed, QUIESCED]);
    expect(hits).toMatchObject({
      'scene x generation': { 'fan x gfx11': 1, 'strip x gfx11': 1 },
      mixed: { two: 1 },
    });
  });

  it('ignores scenes whose draws form no wave', () => {
    const scenario = onChip('navi31');
    const draws = (['fan', 'strip'] as const).map((scene) => ({ ...scenario.draws[0]!, scene }));
    const hits = collectHits('scenes', { ...scenario, draws }, [at('wave-formed', { draw: 1 }), QUIESCED]);
    expect(hits).toMatchObject({ scene: { strip: 1 }, mixed: { one: 1 } });
    expect(collectHits('scenes', { ...scenario, draws }, [QUIESCED])).toEqual({});
  });

  it('ignores draws that are not from a scene', () => {
    const hits = collectHits('scenes', onChip('navi31'), [at('wave-formed')]);
    expect(hits.scene ?? {}).toEqual({});
  });

  it('counts a draw once when waves of two draws are formed alternately', () => {
    const scenario = onChip('navi31');
    const draws = (['fan', 'strip'] as const).map((scene) => ({ ...scenario.draws[0]!, scene }));
    const formed = [0, 1, 0, 1].map((index) => at('wave-formed', { draw: index }));
    expect(collectHits('scenes', { ...scenario, draws }, formed).scene).toEqual({ fan: 1, strip: 1 });
  });
});
