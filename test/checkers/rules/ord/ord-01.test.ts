import { scene } from '../../support/scenes.js';
import { listFiredRules, P0, P1, Stream } from '../../support/stream.js';

/** Forms two waves at one pixel. The second must wait for the first. */
function formTwoWaves(draw = {}): Stream {
  return new Stream(scene({ draw })).form([P0]).form([P1], { didOverlap: true, newest: 0 });
}

test("fires when an access is issued while another primitive's access is outstanding at the same pixel", () => {
  const stream = formTwoWaves();
  stream.issue({ wave: 0 });
  stream.issue({ wave: 1 });
  const verdict = stream.judge();
  expect(listFiredRules(verdict)).toContain('ORD-01');
  const violation = verdict.violations.find(({ rule }) => rule === 'ORD-01')!;
  expect(violation.place).toMatchObject({
    wave: 1,
    otherWave: 0,
    pixel: [0, 0],
    primitive: 1,
    otherPrimitive: 0,
  });
  expect(violation.observed).toContain('buffer_load_dword');
  expect(violation.steps.length).toBeGreaterThan(2);
});

test('reports the ids a wave polled when none of them let it proceed', () => {
  const stream = formTwoWaves().setPacker(1).poll(1, 0);
  stream.issue({ wave: 0 });
  stream.issue({ wave: 1 });
  const { steps } = stream.judge().violations.find(({ rule }) => rule === 'ORD-01')!;
  expect(steps.join('\n')).toMatch(/cycle \d+: wave 1 \(packer 0 id 1\) polls and reads id 0\n/);
});

test('fires when sections interleave even if no accesses are outstanding and the interlock is unordered', () => {
  const stream = formTwoWaves({ interlock: 'pixel-unordered' });
  stream.access({ wave: 0 }).access({ wave: 1 }).access({ wave: 0, operation: 'store' });
  expect(listFiredRules(stream.judge())).toContain('ORD-01');
});

test.each([
  ['0120', 4],
  ['0121', 4],
  ['01212', 8],
])('fires at each pixel when an unordered section resumes after others: waves %s', (order, times) => {
  const stream = formTwoWaves({ interlock: 'pixel-unordered' }).form([{ ...P0, primitive: 2 }]);
  for (const wave of order) stream.access({ wave: Number(wave) });
  expect(stream.judge().violations.filter(({ rule }) => rule === 'ORD-01')).toHaveLength(times);
});

test('fires when a section resumes between two iterations of another wave at the same pixel', () => {
  const iterations = [0, 1].map((sample) => ({ ...P0, sample }));
  const stream = new Stream(scene({ draw: { interlock: 'pixel-unordered' } })).form(iterations).form([P1]);
  for (const wave of [0, 1, 0]) stream.access({ wave });
  expect(listFiredRules(stream.judge())).toContain('ORD-01');
});

test('fires for two quads of one wave that share a pixel and access it simultaneously', () => {
  const stream = new Stream(scene()).form([P0, P1]);
  stream.issue({ wave: 0 });
  expect(listFiredRules(stream.judge())).toContain('ORD-01');
});

test('does not fire when the second section starts after the last access of the first one', () => {
  const stream = formTwoWaves().runSection(0).countExit(0, 1).poll(1, 1).runSection(1);
  const verdict = stream.judge();
  expect(listFiredRules(verdict)).toEqual([]);
  expect(verdict.armed['ORD-01']).toBe(4);
});

test('does not fire for sections at neighbouring pixels in one cache line (L11)', () => {
  const stream = new Stream(scene()).form([P0]).form([{ x: 2, y: 0, primitive: 1 }]);
  stream.issue({ wave: 0 });
  stream.issue({ wave: 1 });
  expect(listFiredRules(stream.judge())).toEqual([]);
});

test('does not fire with a sample interlock if the sample masks are disjoint', () => {
  const lowSamples = { ...P0, masks: [1, 1, 1, 1] as const };
  const highSamples = { ...P1, masks: [2, 2, 2, 2] as const };
  const draw = { interlock: 'sample-ordered', samples: 4 } as const;
  const stream = new Stream(scene({ draw })).form([lowSamples]).form([highSamples]);
  stream.issue({ wave: 0 });
  stream.issue({ wave: 1 });
  expect(listFiredRules(stream.judge())).toEqual([]);
});

test('fires with a pixel interlock and four samples even if the sample masks are disjoint', () => {
  const stream = new Stream(scene({ draw: { samples: 4 } }))
    .form([{ ...P0, masks: [1, 1, 1, 1] }])
    .form([{ ...P1, masks: [2, 2, 2, 2] }], { didOverlap: true, newest: 0 });
  stream.issue({ wave: 0 });
  stream.issue({ wave: 1 });
  expect(listFiredRules(stream.judge())).toContain('ORD-01');
});

test('does not count helper lanes', () => {
  const stream = new Stream(scene())
    .form([{ ...P0, masks: [1, 0, 0, 0] }])
    .form([{ ...P1, masks: [0, 1, 0, 0] }]);
  stream.issue({ wave: 0 });
  stream.issue({ wave: 1 });
  expect(listFiredRules(stream.judge())).toEqual([]);
});
