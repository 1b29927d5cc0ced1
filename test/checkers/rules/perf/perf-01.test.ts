import { scene } from '../../support/scenes.js';
import { listFiredRules, Stream } from '../../support/stream.js';

/** Forms 40 disjoint waves, of which `falseReports` report an overlap. The scenario allows half of them to. */
function formWaves(falseReports: number): Stream {
  const stream = new Stream(scene({ freedoms: { falseOverlap: 50 }, primitives: 40 }));
  for (let i = 0; i < 40; i++) {
    const overlap = i > 0 && i <= falseReports ? { didOverlap: true, newest: i - 1 } : {};
    stream.form([{ x: (i % 8) * 2, y: Math.floor(i / 8) * 2, primitive: i }], overlap);
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
