import { ExportArbiter, type ExportRequest } from '../../../rtl-model/sx/export-arbiter.js';
import { deriveExportSpec } from '../../../rtl-model/sx/spec.js';
import { defaultKnobs, setting } from '../../../transactions/index.js';

const makeRequest = (type: ExportRequest['type'], age: number, index = 0): ExportRequest => ({
  type,
  index,
  age,
});

/** Returns the type, index and age of every grant, cycle by cycle, until no requests are left. */
function runArbiter(requests: readonly ExportRequest[], freedoms = {}): string[][] {
  const knobs = { ...defaultKnobs(), ...freedoms };
  const arbiter = new ExportArbiter(deriveExportSpec(knobs));
  for (const item of requests) arbiter.request(item);
  const cycles: string[][] = [];
  while (arbiter.waiting.length > 0) {
    cycles.push(arbiter.step().map(({ type, index, age }) => `${type}${index} ${age}`));
  }
  return cycles;
}

const EACH_TYPE = [
  makeRequest('gds', 0),
  makeRequest('parameter', 1),
  makeRequest('colour', 2),
  makeRequest('position', 3),
] as const;

describe('the export arbiter', () => {
  it('grants position, colour, parameter and GDS exports in that order, regardless of their ages', () => {
    expect(runArbiter(EACH_TYPE, { exportBuses: 1 })).toEqual([
      ['position0 3'],
      ['colour0 2'],
      ['parameter0 1'],
      ['gds0 0'],
    ]);
  });

  it('follows the priority order set by the scenario', () => {
    const exportPriority = setting('exportPriority', 'gds-parameter-colour-position');
    expect(runArbiter(EACH_TYPE, { exportBuses: 1, exportPriority }).flat()).toEqual([
      'gds0 0',
      'parameter0 1',
      'colour0 2',
      'position0 3',
    ]);
  });

  it('grants several exports a cycle to a destination other than colours and positions if it takes many (P-091)', () => {
    const requests = [
      makeRequest('parameter', 0),
      makeRequest('parameter', 1),
      makeRequest('colour', 2),
      makeRequest('colour', 3),
    ];
    const run = (writers: 'one' | 'many'): string[][] =>
      runArbiter(requests, { exportBuses: 8, otherWriters: setting('otherWriters', writers) });
    expect(run('many').map((cycle) => cycle.length)).toEqual([3, 1]);
    expect(run('one').map((cycle) => cycle.length)).toEqual([2, 2]);
  });

  it("only grants requests for a destination in that destination's cycle", () => {
    const arbiter = new ExportArbiter(deriveExportSpec({ ...defaultKnobs(), exportBuses: 4 }));
    for (const index of [0, 1, 2, 1]) arbiter.request(makeRequest('colour', 3 - index, index));
    const granted = [1, 0, 1, 2].map((destination) => arbiter.step(destination).map(({ index }) => index));
    expect(granted).toEqual([[1], [0], [1], [2]]);
  });

  it("grants the older wave's exports of a type first, and one wave's exports in order", () => {
    const third = makeRequest('colour', 4, 2);
    const requests = [makeRequest('colour', 7), makeRequest('colour', 4, 1), third, makeRequest('colour', 5)];
    expect(runArbiter(requests, { exportBuses: 1 }).flat()).toEqual([
      'colour1 4',
      'colour2 4',
      'colour0 5',
      'colour0 7',
    ]);
  });

  it('allows one write per buffer per cycle, while another buffer can use the free bus', () => {
    const requests = [makeRequest('colour', 1), makeRequest('colour', 2), makeRequest('colour', 3, 1)];
    expect(runArbiter(requests, { exportBuses: 2 })).toEqual([['colour0 1', 'colour1 3'], ['colour0 2']]);
  });

  it('distinguishes buffers of different types even if they have the same index', () => {
    const requests = [makeRequest('colour', 1), makeRequest('position', 2), makeRequest('colour', 3, 1)];
    expect(runArbiter(requests, { exportBuses: 2 })).toEqual([['position0 2', 'colour0 1'], ['colour1 3']]);
  });
});
