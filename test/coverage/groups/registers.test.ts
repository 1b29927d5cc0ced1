import { describe, expect, it } from 'vitest';
import { getFieldName, REGISTER_FIELDS } from '../../../arch/index.js';
import { COVERAGE_MODEL, createEmptyCoverage, getBinRows } from '../../../coverage/index.js';
import { at, collectHits, onChip } from '../support/stream.js';

function collectRegisterHits(chip: 'navi21' | 'navi31', registers: Record<string, number>) {
  const scenario = onChip(chip);
  const draws = scenario.draws.map((draw) => ({ ...draw, registers }));
  return collectHits('registers', { ...scenario, draws }, [at('wave-formed')]);
}

describe('registers covergroup', () => {
  it('has a coverpoint for every field in the table', () => {
    const { compiled } = COVERAGE_MODEL.groups.find(
      (group) => group.compiled.definition.name === 'registers',
    )!;
    const points = new Set(compiled.items.map(({ name }) => name));
    const missing = REGISTER_FIELDS.filter((row) => !points.has(getFieldName(row)));
    expect(missing).toEqual([]);
  });

  it('counts small fields by value and wide fields by range, up to bit 31', () => {
    const hits = collectRegisterHits('navi21', {
      DB_STENCILREFMASK: 0xff_01_80_00,
      PA_SC_AA_CONFIG: 3 << 20,
    });
    expect(hits).toMatchObject({
      'DB_STENCILREFMASK.STENCILTESTVAL': { '0': 1 },
      'DB_STENCILREFMASK.STENCILMASK': { high: 1 },
      'DB_STENCILREFMASK.STENCILWRITEMASK': { low: 1 },
      'DB_STENCILREFMASK.STENCILOPVAL': { largest: 1 },
      'generation x PA_SC_AA_CONFIG.MSAA_EXPOSED_SAMPLES': { 'gfx10.3 x 3': 1 },
    });
  });

  it('ignores registers that a draw does not set and fields that do not exist on its generation', () => {
    const hits = collectRegisterHits('navi31', { DB_SHADER_CONTROL: 1 << 25 });
    expect(hits['DB_SHADER_CONTROL.POPS_OVERLAP_NUM_SAMPLES']).toBeUndefined();
    expect(hits['PA_SC_AA_CONFIG.MSAA_EXPOSED_SAMPLES']).toBeUndefined();
    expect(hits['DB_SHADER_CONTROL.OVERRIDE_INTRINSIC_RATE_ENABLE']).toEqual({ '1': 1 });
  });

  it('counts disabled ordering in draws without an interlock', () => {
    const disabled = { DB_SHADER_CONTROL: 0, PA_SC_SHADER_CONTROL: 0, SPI_SHADER_PGM_RSRC2_PS: 0 };
    const gfx10Hits = collectRegisterHits('navi21', disabled);
    for (const name of [
      'SPI_SHADER_PGM_RSRC2_PS.LOAD_COLLISION_WAVEID',
      'PA_SC_SHADER_CONTROL.LOAD_COLLISION_WAVEID',
      'DB_SHADER_CONTROL.PRIMITIVE_ORDERED_PIXEL_SHADER',
    ])
      expect(gfx10Hits[`generation x ${name}`]).toEqual({ 'gfx10.3 x 0': 1 });
    const gfx11Rate = collectRegisterHits('navi31', disabled)[
      'generation x DB_SHADER_CONTROL.OVERRIDE_INTRINSIC_RATE_ENABLE'
    ];
    expect(gfx11Rate).toEqual({ 'gfx11 x 0': 1 });
  });

  it('ignores programs without user data, which could not locate their memory', () => {
    const rows = getBinRows(createEmptyCoverage()).filter(
      ({ item }) => item === 'SPI_SHADER_PGM_RSRC2_PS.USER_SGPR',
    );
    expect(rows.map(({ bin, kind }) => [bin, kind])).toEqual([
      ['0', 'ignore'],
      ['low', 'count'],
      ['high', 'count'],
      ['largest', 'count'],
    ]);
  });

  it('ignores the reserved value of the conservative depth export', () => {
    const rows = getBinRows(createEmptyCoverage()).filter(
      ({ item }) => item === 'DB_SHADER_CONTROL.CONSERVATIVE_Z_EXPORT',
    );
    expect(rows.map(({ bin, kind }) => [bin, kind])).toEqual([
      ['0', 'count'],
      ['1', 'count'],
      ['2', 'count'],
      ['3', 'ignore'],
    ]);
  });
});
