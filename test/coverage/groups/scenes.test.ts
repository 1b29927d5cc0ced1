import { describe, expect, it } from 'vitest';
import { at, collectHits, onChip } from '../support/stream.js';

const QUIESCED = at('quiesced', { waiting: [] });

describe('scenes covergroup', () => {
  it("counts each draw's scene once, crossed with the generation, however many waves the draw has", () => {
    const scenario = onChip('navi31');
    const [draw] = scenario.draws;
    const draws = [
      { ...draw!, scene: 'fan' as const },
      { ...draw!, scene: 'strip' as const },
    ];
    const formations = [0, 0, 1, 1].map((index) => at('wave-formed', { draw: index }));
    const hits = collectHits('scenes', { ...scenario, draws }, [...formations, QUIESCED]);
    expect(hits).toMatchObject({
      'scene x generation': { 'fan x gfx11': 1, 'strip x gfx11': 1 },
      mixed: { two: 1 },
    });
  });

  it('ignores scenes whose draws form no waves', () => {
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

  it('counts each draw once when the waves of two draws alternate', () => {
    const scenario = onChip('navi31');
    const draws = (['fan', 'strip'] as const).map((scene) => ({ ...scenario.draws[0]!, scene }));
    const formations = [0, 1, 0, 1].map((index) => at('wave-formed', { draw: index }));
    expect(collectHits('scenes', { ...scenario, draws }, formations).scene).toEqual({ fan: 1, strip: 1 });
  });
});
