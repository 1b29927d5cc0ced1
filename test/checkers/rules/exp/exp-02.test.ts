import type { ExportType } from '../../../../arch/index.js';
import { setting } from '../../../../transactions/index.js';
import { EMPTY_EXPORT } from '../../support/empty-export.js';
import { makeLaunch } from '../../support/launches.js';
import { scene } from '../../support/scenes.js';
import { listFiredRules, Stream } from '../../support/stream.js';

interface ExportEvent {
  readonly cycle: number;
  readonly wave: number;
  readonly type?: ExportType;
  readonly index?: number;
}

const formThreeWaves = (exportPriority = 0, exportBuses = 1): Stream => {
  const stream = new Stream(scene({ freedoms: { exportPriority, exportBuses } }));
  for (let wave = 0; wave < 3; wave++) stream.form([{ x: wave * 4, y: 0, primitive: wave }]);
  return stream;
};

function request(stream: Stream, { cycle, wave, type = 'colour', index = 0 }: ExportEvent): Stream {
  return stream.add({ kind: 'export-requested', cycle, wave, pc: 92, type, index });
}

function grant(stream: Stream, { cycle, wave, type = 'colour', index = 0 }: ExportEvent): Stream {
  return stream.add({ kind: 'export-granted', cycle, wave, pc: 92, type, index, ...EMPTY_EXPORT });
}

/** Returns `['EXP-02']` if the rule fires when two requests in cycle 10 are granted in the given order. */
function checkOrder(
  first: Omit<ExportEvent, 'cycle'>,
  second: Omit<ExportEvent, 'cycle'>,
  exportPriority = 0,
): string[] {
  const stream = request(request(formThreeWaves(exportPriority), { ...first, cycle: 10 }), {
    ...second,
    cycle: 10,
  });
  grant(grant(stream, { ...first, cycle: 11 }), { ...second, cycle: 12 });
  return listFiredRules(stream.judge()).filter((rule) => rule === 'EXP-02');
}

test('fires when a younger wave is granted ahead of an older one of the same type', () => {
  expect(checkOrder({ wave: 1 }, { wave: 0 })).toEqual(['EXP-02']);
  expect(checkOrder({ wave: 0 }, { wave: 1 })).toEqual([]);
});

test('fires when a type overtakes one with higher priority, regardless of age', () => {
  expect(checkOrder({ wave: 0 }, { wave: 1, type: 'position' })).toEqual(['EXP-02']);
  expect(checkOrder({ wave: 1, type: 'position' }, { wave: 0 })).toEqual([]);
  expect(checkOrder({ wave: 0, type: 'gds' }, { wave: 1, type: 'parameter' })).toEqual(['EXP-02']);
});

test('uses the priorities from the scenario', () => {
  const reversedPriority = setting('exportPriority', 'gds-parameter-colour-position');
  expect(checkOrder({ wave: 0 }, { wave: 1, type: 'position' }, reversedPriority)).toEqual([]);
  expect(checkOrder({ wave: 1, type: 'position' }, { wave: 0 }, reversedPriority)).toEqual(['EXP-02']);
});

test('allows an older export to wait for a buffer while one with higher priority writes to it', () => {
  const stream = formThreeWaves();
  for (const wave of [0, 1, 2]) request(stream, { cycle: 10, wave, index: wave === 2 ? 1 : 0 });
  grant(grant(stream, { cycle: 11, wave: 0 }), { cycle: 11, wave: 2, index: 1 });
  grant(stream, { cycle: 12, wave: 1 });
  expect(listFiredRules(stream.judge())).not.toContain('EXP-02');
});

test('does not check a request in the same cycle as a grant, since it may come after the grant', () => {
  const stream = request(formThreeWaves(), { cycle: 10, wave: 1 });
  grant(request(stream, { cycle: 11, wave: 0 }), { cycle: 11, wave: 1 });
  grant(stream, { cycle: 12, wave: 0 });
  expect(listFiredRules(stream.judge())).not.toContain('EXP-02');
});

test('does not compare the ages of waves formed in one order and launched in another', () => {
  const findFiredRules = (first: number, second: number): string[] => {
    const stream = formThreeWaves();
    stream.add(makeLaunch(4, first, first)).add(makeLaunch(5, second, second));
    request(request(stream, { cycle: 10, wave: 0 }), { cycle: 10, wave: 1 });
    grant(grant(stream, { cycle: 11, wave: 1 }), { cycle: 12, wave: 0 });
    return listFiredRules(stream.judge()).filter((rule) => rule === 'EXP-02');
  };
  expect(findFiredRules(1, 0)).toEqual([]);
  expect(findFiredRules(0, 1)).toEqual(['EXP-02']);
});

test('fires when an export waits while a bus is free and its buffer is idle (P-082)', () => {
  const findFiredRules = (index: number, exportBuses: number): string[] => {
    const stream = formThreeWaves(0, exportBuses);
    request(request(stream, { cycle: 10, wave: 0 }), { cycle: 10, wave: 1, index });
    grant(grant(stream, { cycle: 11, wave: 0 }), { cycle: 12, wave: 1, index });
    return listFiredRules(stream.judge()).filter((rule) => rule === 'EXP-02');
  };
  expect([findFiredRules(1, 2), findFiredRules(1, 1), findFiredRules(0, 2)]).toEqual([['EXP-02'], [], []]);
});

test('ignores a request from a wave whose formation is missing from the stream', () => {
  const UNKNOWN = 9;
  const findFiredRules = (wave: number, type: ExportType, exportBuses: number): string[] => {
    const stream = request(formThreeWaves(0, exportBuses), { cycle: 10, wave: 0 });
    request(stream, { cycle: 10, wave, type, index: 1 });
    return listFiredRules(grant(stream, { cycle: 11, wave: 0 }).judge()).filter((rule) => rule === 'EXP-02');
  };
  // Either the colours of wave 0 overtake the request, or it waits while a bus is free.
  expect([findFiredRules(1, 'position', 1), findFiredRules(1, 'colour', 2)]).toEqual([
    ['EXP-02'],
    ['EXP-02'],
  ]);
  expect([findFiredRules(UNKNOWN, 'position', 1), findFiredRules(UNKNOWN, 'colour', 2)]).toEqual([[], []]);
});
