import { scene } from '../../support/scenes.js';
import { listFiredRules, P0, P1, Stream } from '../../support/stream.js';

const P2 = { x: 0, y: 0, primitive: 2 };

test('fires when a wave overlaps an unfinished one but did-overlap is clear', () => {
  const verdict = new Stream(scene()).form([P0]).form([P1]).judge();
  expect(listFiredRules(verdict)).toEqual(['ORD-04']);
  expect(verdict.violations[0].place).toMatchObject({ wave: 1, otherWave: 0, pixel: [0, 0] });
});

test('still checks overlaps with older waves after a younger wave has exited early', () => {
  const stream = new Stream(scene()).form([P0]).form([P1], { didOverlap: true, newest: 0 });
  const verdict = stream.sendMessage(1).end(1).form([P2]).judge();
  expect(listFiredRules(verdict)).toEqual(['ORD-04']);
  expect(verdict.violations[0].place).toMatchObject({ wave: 2, otherWave: 0 });
});

test('does not fire when the overlapped wave has issued its exit', () => {
  expect(
    listFiredRules(new Stream(scene()).form([P0]).runSection(0).countExit(0, 1).form([P1]).judge()),
  ).toEqual([]);
});

test('does not apply on GFX11, where overlaps are not reported to waves', () => {
  const verdict = new Stream(scene({ chip: 'navi31' })).form([P0]).form([P1]).judge();
  expect(verdict.armed['ORD-04']).toBeUndefined();
});

test('fires when a wave has layers but did-overlap is clear, and ignores the meaningless bit 0', () => {
  const findFiredRules = (intrawaveMask: number) => {
    const registers = { PA_SC_SHADER_CONTROL: 1 << 3, SPI_SHADER_PGM_RSRC2_PS: 1 << 26 };
    const stream = new Stream(scene({ draw: { registers } }));
    return listFiredRules(stream.form([P0, { ...P1, x: 2 }], { intrawaveMask }).judge());
  };
  expect(findFiredRules(0b10)).toContain('ORD-04');
  expect(findFiredRules(0b01)).not.toContain('ORD-04');
});
