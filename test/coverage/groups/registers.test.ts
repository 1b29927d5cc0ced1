import { type ChipName, getFieldName, REGISTER_FIELDS } from '../../../arch/index.js';
import { COVERAGE_MODEL, createEmptyCoverage, getBinRows } from '../../../coverage/index.js';
import type { Transaction } from '../../../transactions/index.js';
import { at, collectHits, onChip } from '../support/stream.js';

function collectWaveHits(chip: ChipName, didOverlap: boolean, ...transactions: Transaction[]) {
  return collectHits('entry-path', onChip(chip), [
    at('wave-formed', { didOverlap, newest: 3, id: 5 }),
    at('wave-launched', { cycle: 10 }),
    ...transactions,
    at('wave-ended', { cycle: 900 }),
  ]);
}

const poll = (cycle: number, id: number) => at('exiting-id-polled', { cycle, id });
const sleep = (by: 'exit' | 'time') => [at('slept'), at('woken', { by })];

describe('entry-path covergroup', () => {
  it.each([
    ['no overlap, no wait', false, []],
    ['overlap, never waited', true, []],
    ['first poll passed', true, [poll(20, 4)]],
    ['polled', true, [poll(20, 3), poll(60, 4)]],
    ['slept, woken by time', true, [poll(20, 3), ...sleep('time'), poll(60, 4)]],
    ['slept, woken by exit', true, [poll(20, 3), ...sleep('exit'), poll(60, 4)]],
    ['slept, woken by exit', true, [poll(20, 3), ...sleep('time'), ...sleep('exit'), poll(60, 4)]],
  ] as const)('recognises the path: %s', (path, didOverlap, transactions) => {
    const hits = collectWaveHits('navi21', didOverlap, ...transactions);
    expect(hits['generation x path']).toEqual({ [`gfx10.3 x ${path}`]: 1 });
  });

  it('recognises the paths on gfx11, where waits start at launch', () => {
    const event = at('event-wait-done', { cycle: 50 });
    expect(collectWaveHits('navi31', false).path).toEqual({ 'no event wait': 1 });
    expect(collectWaveHits('navi31', false, event)).toMatchObject({
      path: { 'event, no overlap': 1 },
      wait: { '32-127': 1 },
    });
    expect(collectWaveHits('navi31', false, at('overlap'), event).path).toEqual({ 'event after overlap': 1 });
  });

  it('measures the wait from the first poll to the last poll, or to the first event', () => {
    const hits = collectWaveHits('navi10', true, poll(20, 2), poll(25, 3), ...sleep('exit'), poll(30, 4));
    expect(hits).toMatchObject({ wait: { '1-31': 1 }, ids: { '3-4': 1 }, sleeps: { some: 1 } });
    expect(
      collectWaveHits(
        'navi31',
        false,
        at('event-wait-done', { cycle: 20 }),
        at('event-wait-done', { cycle: 800 }),
      ),
    ).toMatchObject({ wait: { '1-31': 1 } });
    expect(collectWaveHits('navi10', true, poll(20, 4)).wait).toEqual({ '0': 1 });
  });

  it('crosses path, distance and wraparound for waves reported as overlapping', () => {
    const entry = 'generation x path x distance x wrap';
    expect(collectWaveHits('navi21', true, poll(20, 4))[entry]).toEqual({
      'gfx10.3 x first poll passed x 2-3 x no wrap': 1,
    });
    expect(collectWaveHits('navi21', false)[entry]).toBeUndefined();
    const wrapped = collectHits('entry-path', onChip('navi10', 64, { idWrap: 1023 }), [
      at('wave-formed', { didOverlap: true, newest: 1023, id: 0 }),
      at('wave-launched'),
      poll(20, 0),
      at('wave-ended'),
    ]);
    expect(wrapped[entry]).toEqual({ 'gfx10 x first poll passed x 1 x wrap between': 1 });
  });

  it('distinguishes real overlaps from conservatively reported ones', () => {
    const cross = 'answer x section x packer';
    const setPacker = at('hwreg-written', { register: 25, value: 3 });
    expect(collectWaveHits('navi21', true, setPacker, poll(20, 4))[cross]).toEqual({
      'told yes, overlaps nothing x not entered x set': 1,
    });
    expect(collectWaveHits('navi21', true, at('overlap'), setPacker, poll(20, 4))[cross]).toEqual({
      'told yes, overlaps x not entered x set': 1,
    });
    expect(collectWaveHits('navi21', false)[cross]).toEqual({ 'told no x not entered x not set': 1 });
  });

  it('distinguishes waves that overlap only themselves from those that overlap nothing', () => {
    const collectReportedOverlap = (intrawaveMask: number, ...overlaps: Transaction[]) =>
      collectHits('entry-path', onChip('navi21'), [
        ...overlaps,
        at('wave-formed', { didOverlap: true, newest: 3, id: 5, intrawaveMask, quadCount: 4 }),
        at('wave-launched'),
        at('wave-ended'),
      ]).answer;
    expect(collectReportedOverlap(0b100)).toEqual({ 'told yes, overlaps itself': 1 });
    expect(collectReportedOverlap(0b100, at('overlap'))).toEqual({ 'told yes, overlaps': 1 });
    // Bit 0 and the bits above the quads are unused.
    expect(collectReportedOverlap(0b10001)).toEqual({ 'told yes, overlaps nothing': 1 });
  });

  it('counts how often a wave sets its packer and passes its wait', () => {
    const setPacker = at('hwreg-written', { register: 25, value: 3 });
    const twice = collectWaveHits(
      'navi21',
      true,
      setPacker,
      poll(20, 3),
      poll(30, 4),
      setPacker,
      poll(40, 5),
    );
    expect(twice).toMatchObject({ writes: { '2+': 1 }, waits: { '2+': 1 } });
    expect(collectWaveHits('navi21', true, setPacker, poll(20, 3), poll(30, 4))).toMatchObject({
      writes: { '1': 1 },
      waits: { '1': 1 },
    });
    const event = at('event-wait-done', { cycle: 50 });
    expect(collectWaveHits('navi31', false, event, event).events).toEqual({ '2+': 1 });
  });

  it('counts a sleep ended by an exit on gfx9 as illegal', () => {
    const hits = collectWaveHits('vega10', true, poll(20, 3), ...sleep('exit'), poll(60, 4));
    expect(hits['generation x path']).toEqual({ 'gfx9 woken by an exit': 1 });
  });

  it('reads the packer from MODE on gfx9 and from POPS_PACKER later', () => {
    const writeMode = (value: number, offset = 24, size = 2) =>
      at('hwreg-written', { register: 1, value, offset, size });
    const writePacker = (value: number) => at('hwreg-written', { register: 25, value });
    expect(collectWaveHits('vega10', true, writeMode(0x02000000)).packer).toEqual({ set: 1 });
    expect(collectWaveHits('vega10', true, writeMode(0xf0, 0, 32)).packer).toEqual({ 'not set': 1 });
    const rounding = writeMode(0x02000000, 0, 4);
    expect(collectWaveHits('vega10', true, writeMode(0x02000000), rounding).writes).toEqual({ '1': 1 });
    expect(collectWaveHits('vega10', true, rounding).writes).toBeUndefined();
    expect(collectWaveHits('navi10', false, writePacker(3))['overlaps x packer']).toEqual({ 'no x set': 1 });
    expect(collectWaveHits('navi10', false, writeMode(0x02000000)).packer).toEqual({ 'not set': 1 });
  });

  it('uses only the first wait if a wave waits more than once', () => {
    const secondWait = [at('slept'), at('woken', { by: 'exit' as const }), poll(700, 5)];
    expect(collectWaveHits('navi21', true, poll(20, 4), ...secondWait)).toMatchObject({
      path: { 'first poll passed': 1 },
      ids: { '1': 1 },
      sleeps: { none: 1 },
      wait: { '0': 1 },
      waits: { '2+': 1 },
    });
  });

  it('counts no wraparound if no overlap was reported, regardless of the newest id', () => {
    const stale = collectHits('entry-path', onChip('navi10'), [
      at('wave-formed', { newest: 900, id: 5 }),
      at('wave-ended'),
    ]);
    expect(stale.wrap).toBeUndefined();
    expect(collectWaveHits('navi31', false).wrap).toBeUndefined();
  });

  it('does not sample the reported overlap if the overlapped waves are only an estimate', () => {
    expect(collectWaveHits('navi21', true, at('overlap', { exact: false })).answer).toBeUndefined();
  });

  it('ignores waves of draws without ordering', () => {
    const scenario = onChip('navi21');
    const draws = scenario.draws.map((draw) => ({ ...draw, interlock: 'none' as const }));
    const stream = [at('wave-formed'), at('wave-launched'), at('wave-ended')];
    for (const group of ['entry-path', 'exit-path', 'overlap']) {
      expect(collectHits(group, { ...scenario, draws }, stream)).toEqual({});
      expect(collectHits(group, scenario, stream)).not.toEqual({});
    }
  });
});

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
