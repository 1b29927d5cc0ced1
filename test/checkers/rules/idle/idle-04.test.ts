import { setting } from '../../../../transactions/index.js';
import { scene } from '../../support/scenes.js';
import { listFiredRules, P0, P1, Stream } from '../../support/stream.js';

const P2 = { x: 0, y: 0, primitive: 2 };
const ELSEWHERE = { x: 8, y: 8, primitive: 1 };
const OVERLAP = { didOverlap: true, newest: 0 };

test('fires for a reported overlap with a wave that covers other pixels', () => {
  const verdict = new Stream(scene()).form([P0]).form([ELSEWHERE], OVERLAP).judge();
  expect(listFiredRules(verdict)).toEqual(['IDLE-04']);
  expect(verdict.violations[0].place).toMatchObject({ wave: 1 });
  expect(verdict.violations[0].allowed).toContain('no older wave covers any of its pixels or samples');
});

test("fires for a reported overlap with a wave that exited before the younger one's first quad arrived", () => {
  const stream = new Stream(scene()).form([P0]).runSection(0).countExit(0, 1).form([ELSEWHERE]);
  const verdict = stream.form([P2], OVERLAP).judge();
  expect(listFiredRules(verdict)).toEqual(['IDLE-04']);
  expect(verdict.violations[0].place).toMatchObject({ wave: 2, otherWave: 0 });
});

test.each([
  { falseOverlap: 5 },
  { overlapReach: setting('overlapReach', 'quad') },
  { overlapOverflow: setting('overlapOverflow', 'conservative') },
])('does not fire for a false overlap that the freedoms allow (L01): %o', (freedoms) => {
  const stream = new Stream(scene({ freedoms })).form([P0]).form([ELSEWHERE], OVERLAP);
  expect(listFiredRules(stream.judge())).toEqual([]);
});

test('does not fire if the overlapped wave exited while the younger one was collecting quads', () => {
  const stream = new Stream(scene()).form([P0]).runSection(0).countExit(0, 1).form([P1], OVERLAP);
  expect(listFiredRules(stream.judge())).toEqual([]);
});

test('does not fire if the overlapped wave cannot exit before an older one does', () => {
  const stream = new Stream(scene()).form([ELSEWHERE]).form([P0]).runSection(1).countExit(1, 0);
  stream.form([{ x: 4, y: 4, primitive: 2 }]).form([P2], { didOverlap: true, newest: 1 });
  expect(listFiredRules(stream.judge())).not.toContain('IDLE-04');
});

test.each([
  ['does not fire for other samples of a pixel if the registers select per-pixel ordering', 0, []],
  ['fires for other samples of a pixel if the registers select per-sample ordering', 1, ['IDLE-04']],
])('%s', (_, rate, rules) => {
  const registers = { DB_SHADER_CONTROL: rate << 20 };
  const scenario = scene({ draw: { interlock: 'sample-ordered', samples: 2, registers } });
  const repeatMask = (mask: number) => [mask, mask, mask, mask] as const;
  const stream = new Stream(scenario).form([{ ...P0, masks: repeatMask(1) }]);
  const fired = listFiredRules(stream.form([{ ...P1, masks: repeatMask(2) }], OVERLAP).judge());
  expect(fired.filter((rule) => rule === 'IDLE-04')).toEqual(rules);
});

test('does not fire for different samples in draws whose sample counts differ, since their bits alias (S-127)', () => {
  const finerDraw = {
    interlock: 'sample-ordered',
    samples: 4,
    registers: { DB_SHADER_CONTROL: 2 << 20 },
  } as const;
  const coarserDraw = { samples: 2, registers: { DB_SHADER_CONTROL: 1 << 20 } } as const;
  const scenario = scene({ draw: finerDraw, moreDraws: [coarserDraw] });
  const repeatMask = (mask: number) => [mask, mask, mask, mask] as const;
  const stream = new Stream(scenario).form([{ ...P0, masks: repeatMask(4) }]);
  const fired = listFiredRules(
    stream.form([{ ...P1, masks: repeatMask(1) }], { ...OVERLAP, draw: 1 }).judge(),
  );
  expect(fired).not.toContain('IDLE-04');
});

test('does not fire for a wave with layers (S-021)', () => {
  const stream = new Stream(scene()).form([ELSEWHERE]).form([P0, P1], { ...OVERLAP, intrawaveMask: 2 });
  expect(listFiredRules(stream.judge())).not.toContain('IDLE-04');
});

test.each([1, 0b100])('fires if the hardware ignores the only set layer bit: %i (S-064)', (intrawaveMask) => {
  const quads = [ELSEWHERE, { ...ELSEWHERE, x: 10 }];
  const verdict = new Stream(scene())
    .form([P0])
    .form(quads, { ...OVERLAP, intrawaveMask })
    .judge();
  expect(listFiredRules(verdict)).toEqual(['IDLE-04']);
});

describe('layers within a wave', () => {
  const P3 = { x: 2, y: 0, primitive: 2 };
  const getObservations = (quads: readonly (typeof P0)[], intrawaveMask: number, freedoms = {}): string[] => {
    const report = { didOverlap: true, newest: 1023, intrawaveMask };
    const { violations } = new Stream(scene({ freedoms })).form(quads, report).judge();
    return violations.filter(({ rule }) => rule === 'IDLE-04').map(({ observed }) => observed);
  };

  test('are reported when a quad starts a new layer without sharing a pixel with the previous layer', () => {
    expect(getObservations([P0, P1, P3], 6)[0]).toContain('so quad 2 begins a new layer');
    expect(getObservations([P0, P3, P1], 2)).toHaveLength(1);
    expect(getObservations([P0, P1, P3, { ...P0, primitive: 3 }], 10)).toEqual([]);
  });

  test('are accepted if each overlaps the previous one, with or without bit 0, or with false overlaps allowed', () => {
    expect(getObservations([P0, P1, P2], 7)).toEqual([]);
    expect(getObservations([P0, P1, P3], 3)).toEqual([]);
    expect(getObservations([P0, P1, P3], 6, { overlapReach: setting('overlapReach', 'quad') })).toEqual([]);
  });
});
