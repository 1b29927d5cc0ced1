import { scene } from '../../support/scenes.js';
import { listFiredRules, Stream } from '../../support/stream.js';

/**
 * Forms 40 disjoint waves of two quads, of which `falseReports` report an overlap. The scenario allows half of them to.
 */
function formWaves(falseReports: number, intrawaveMask = 0): Stream {
  const stream = new Stream(scene({ freedoms: { falseOverlap: 50 }, primitives: 40 }));
  for (let i = 0; i < 40; i++) {
    const overlap = i > 0 && i <= falseReports ? { didOverlap: true, newest: i - 1 } : {};
    const quad = { x: (i % 8) * 2, y: Math.floor(i / 8) * 4, primitive: i };
    stream.form([quad, { ...quad, y: quad.y + 2 }], { ...overlap, intrawaveMask });
  }
  return stream;
}

test('warns, and reports counts, when far more overlaps are false than the scenario allows', () => {
  const violation = formWaves(39)
    .judge()
    .violations.find(({ rule }) => rule === 'PERF-01');
  expect(violation).toMatchObject({ severity: 'warning' });
  expect(violation?.observed).toMatch(/^39 were/);
});

test('does not fire up to 30 percentage points above the allowed rate (L01)', () => {
  const verdict = formWaves(32).judge();
  expect(listFiredRules(formWaves(33).judge())).toContain('PERF-01');
  expect(listFiredRules(verdict)).not.toContain('PERF-01');
  expect(verdict.armed['PERF-01']).toBe(1);
});

test('does not count waves with layers, which overlap themselves', () => {
  expect(listFiredRules(formWaves(39, 0b10).judge())).not.toContain('PERF-01');
  expect(listFiredRules(formWaves(39, 0b01).judge())).toContain('PERF-01');
});
