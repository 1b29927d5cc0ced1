import { judgeRegisters } from './support/registers.js';
import { scene } from './support/scenes.js';
import { listFiredRules, Stream } from './support/stream.js';

const P0 = { x: 0, y: 0, primitive: 0 };
const P1 = { x: 0, y: 0, primitive: 1 };
const P2 = { x: 0, y: 0, primitive: 2 };
const UNORDERED = { draw: 1 };

/** Draws 0 and 2 are ordered; draw 1 between them is not. */
function createStream(chip: 'navi21' | 'navi31' = 'navi21', freedoms = {}): Stream {
  return new Stream(scene({ chip, freedoms, moreDraws: [{ interlock: 'none' }, {}] }));
}

test('unordered waves may overlap themselves and other waves without being reported (ORD-04, ORD-07)', () => {
  const overlaps = createStream()
    .form([P0])
    .runSection(0)
    .form([P1, { ...P2 }], UNORDERED);
  expect(listFiredRules(overlaps.form([{ ...P2, primitive: 3 }], { draw: 2 }).judge())).toEqual([]);
});

test('waves after an unordered draw must still be reported as overlapping those before it (ORD-04)', () => {
  const overlapAcrossDraws = createStream().form([P0]).form([P1], UNORDERED).form([P2], { draw: 2 });
  const { violations } = overlapAcrossDraws.judge();
  expect(violations.map(({ rule, place }) => [rule, place.wave, place.otherWave])).toEqual([
    ['ORD-04', 2, 0],
  ]);
});

test('an unordered wave must not be reported as overlapping or overlapped, even with false overlaps (IDLE-04)', () => {
  const report = { didOverlap: true, newest: 0 };
  const withReport = createStream('navi21', { falseOverlap: 100 })
    .form([P0])
    .form([P1], { ...UNORDERED, ...report });
  expect(listFiredRules(withReport.judge())).toEqual(['IDLE-04']);
  const afterUnordered = createStream()
    .form([P0], UNORDERED)
    .form([P1], { draw: 2, ...report });
  expect(listFiredRules(afterUnordered.judge())).toEqual(['IDLE-04']);
});

test('an unordered wave may race on ordered memory (ORD-01, ORD-02, RACE-01, RACE-03)', () => {
  const racingStream = createStream().form([P0]).form([P1], UNORDERED);
  racingStream.issue({ wave: 0 });
  racingStream.issue({ wave: 1, operation: 'store' });
  racingStream.sendMessage(1).end(1);
  expect(listFiredRules(racingStream.judge())).toEqual([]);
});

test('an unordered wave has to export only if its draw reserves space (HANG-04, EXP-05)', () => {
  const getRulesAtEnd = (format: number): string[] => {
    const registers = { SPI_SHADER_COL_FORMAT: format, SPI_SHADER_Z_FORMAT: 0 };
    const scenario = scene({ chip: 'navi31', draw: { interlock: 'none', registers } });
    const bareProgram = { ...scenario.programs[0], words: [0xbfb00000] };
    return listFiredRules(new Stream({ ...scenario, programs: [bareProgram] }).form([P0]).end(0).judge());
  };
  expect(getRulesAtEnd(0)).toEqual([]);
  expect(getRulesAtEnd(1)).toEqual(['EXP-05']);
});

test('an unordered draw need not enable ordering in its registers, and a leftover drain is reported as a performance cost (CFG, PERF-03)', () => {
  for (const chip of ['vega10', 'navi21', 'navi31'] as const) {
    const registers = { DB_SHADER_CONTROL: 0x600, SPI_SHADER_PGM_RSRC2_PS: 10, PA_SC_SHADER_CONTROL: 0 };
    const unordered = { ...registers, SPI_SHADER_COL_FORMAT: 0 };
    expect(judgeRegisters(chip, unordered, { interlock: 'none' }).fired).toEqual([]);
    expect(judgeRegisters(chip, unordered).fired).toContain('CFG-05');
  }
  const leftoverDrain = judgeRegisters(
    'vega10',
    { PA_SC_SHADER_CONTROL: 4, SPI_SHADER_PGM_RSRC2_PS: 10 },
    { interlock: 'none' },
  );
  expect(leftoverDrain.fired).toEqual(['CFG-03']);
  const drains = judgeRegisters('vega10', { DB_DFSM_CONTROL: 6, DB_Z_INFO: 12 }, { interlock: 'none' });
  expect(drains.costly).toEqual(['PERF-03']);
});

test('counter waits are reported as missing only if an executed program contains any (RACE-01, RACE-02, RACE-12)', () => {
  const listRulesWithMissingWaits = (words?: readonly number[]): string[] => {
    const scenario = scene({ draw: { interlock: 'none' } });
    const programs = words === undefined ? scenario.programs : [{ ...scenario.programs[0], words }];
    const storingStream = new Stream({ ...scenario, programs }).form([P0]);
    storingStream.issue({ wave: 0, operation: 'store', pc: 0 });
    const { unchecked } = storingStream.end(0).judge();
    return unchecked.filter(({ missing }) => missing.includes('wait-done')).map(({ rule }) => rule);
  };
  // buffer_store_dword v0, v1, s[0:3], 0 offen; s_endpgm
  expect(listRulesWithMissingWaits([0xe0701000, 0x80000001, 0xbf810000])).toEqual([]);
  expect(listRulesWithMissingWaits()).toEqual(['RACE-01', 'RACE-02', 'RACE-12']);
});

test('a scenario may have no draws', () => {
  expect(listFiredRules(new Stream({ ...scene(), draws: [] }).judge())).toEqual([]);
});
