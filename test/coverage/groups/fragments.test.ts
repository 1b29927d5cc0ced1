import { QUAD_COLUMN, QUAD_COLUMNS } from '../../../transactions/index.js';
import { at, collectHits, onChip } from '../support/stream.js';

/** Creates a quad with the given rate and three covered fragments. */
function makeQuad(rate: number): { quads: Int32Array; quadCount: number } {
  const quads = new Int32Array(QUAD_COLUMNS);
  quads[QUAD_COLUMN.MASK01] = 0x10000;
  quads[QUAD_COLUMN.MASK23] = 0x80008;
  quads[QUAD_COLUMN.RATE] = rate;
  return { quads, quadCount: 1 };
}

function makeScenario(chip: 'navi31' | 'navi21', primitiveType: number) {
  const scenario = onChip(chip);
  return {
    ...scenario,
    draws: scenario.draws.map((draw) => ({
      ...draw,
      samples: 4 as const,
      registers: { ...draw.registers, VGT_PRIMITIVE_TYPE: primitiveType },
    })),
  };
}

describe('fragments covergroup', () => {
  it('counts primitive kinds by sample count and coverage, and counts fragment sizes', () => {
    const hits = collectHits('fragments', makeScenario('navi31', 2), [at('wave-formed', makeQuad(0b0110))]);
    expect(hits).toMatchObject({
      'kind x samples': { 'lines x 4x': 1 },
      rate: { '4x2': 1 },
      'generation x rate': { 'gfx11 x 4x2': 1 },
      'kind x covered': { 'lines x 3': 1 },
      area: { '8': 1 },
      'interlock x samples x area': { 'a mask has no room for larger fragments at 4x': 1 },
    });
  });

  it('assumes triangles when a draw sets no primitive type', () => {
    const hits = collectHits('fragments', onChip('navi31'), [at('wave-formed', makeQuad(0))]);
    expect(hits.kind).toEqual({ triangles: 1 });
  });

  it('counts draws with relaxed ordering', () => {
    const scenario = onChip('navi31');
    const relaxed = {
      ...scenario,
      draws: scenario.draws.map((draw) => ({ ...draw, order: 'relaxed' as const })),
    };
    const getOrder = (source: typeof scenario) =>
      collectHits('fragments', source, [at('wave-formed', makeQuad(0))]).order;
    expect([getOrder(relaxed), getOrder(scenario)]).toEqual([{ 'given up': 1 }, { 'of the interlock': 1 }]);
  });

  it('excludes coarse fragments on GFX10.3 from the score', () => {
    const hits = collectHits('fragments', makeScenario('navi21', 17), [at('wave-formed', makeQuad(1))]);
    expect(hits['generation x rate']).toEqual({ 'ordering forces pixels on GFX10.3': 1 });
  });
});
