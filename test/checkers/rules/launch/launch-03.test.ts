import { makeLaunch } from '../../support/launches.js';
import {
  type Corruption,
  corruptLaunch,
  createCrowdedScenario,
  getFiredLaunchRules,
} from '../../support/mistaken-launches.js';
import { scene } from '../../support/scenes.js';
import { listFiredRules, Stream } from '../../support/stream.js';

describe('LAUNCH-03', () => {
  test('fires for a second launch in the same cycle', () => {
    const mistake = corruptLaunch(2, (_, { cycle }) => ({ cycle, controller: 1 }));
    expect(getFiredLaunchRules(createCrowdedScenario(), mistake)).toContain('LAUNCH-03');
  });

  test('fires when a controller starts a wave while still loading the previous one', () => {
    const useBusyController: Corruption = ({ cycle }, previous) => {
      const last = previous.at(-1);
      return last !== undefined && cycle < last.cycle + last.loadCycles
        ? { controller: last.controller }
        : undefined;
    };
    expect(getFiredLaunchRules(createCrowdedScenario(), useBusyController)).toContain('LAUNCH-03');
  });

  test('reports the wave that the controller is still loading', () => {
    // 40 attributes of one primitive take up 480 dwords, which load in 20 cycles.
    const stream = new Stream(scene({ draw: { registers: { SPI_PS_IN_CONTROL: 40 } } }));
    for (let primitive = 0; primitive < 2; primitive++) stream.form([{ x: 8 * primitive, y: 0, primitive }]);
    stream.add(makeLaunch(4, 0, 0, { loadCycles: 20, controller: 1 }));
    stream.add(makeLaunch(9, 1, 1, { loadCycles: 20, controller: 1 }));
    const { violations } = stream.judge();
    const { allowed, observed, steps } = violations.find(({ rule }) => rule === 'LAUNCH-03')!;
    expect([allowed, observed]).toEqual([
      'Controller 1 is busy loading until cycle 24.',
      'Controller 1 starts wave 1 (packer 0 id 1) in cycle 9.',
    ]);
    expect(steps).toContain('cycle 4: wave 0 (packer 0 id 0) launched, loaded in cycle 24');
  });

  test('fires for a load that is faster than the rates allow', () => {
    expect(
      getFiredLaunchRules(
        createCrowdedScenario(),
        corruptLaunch(1, ({ loadCycles }) => ({ loadCycles: loadCycles - 1 })),
      ),
    ).toContain('LAUNCH-03');
  });

  test('fires when both controllers together load parameters faster than 24 dwords per cycle (P-073)', () => {
    // One attribute of one primitive has 12 dwords, so two attributes fill one cycle of a load.
    const checkLoads = (attributes: number, first: number, second: number): string[] => {
      const registers = { SPI_PS_IN_CONTROL: attributes };
      const stream = new Stream(scene({ draw: { registers } }));
      for (let primitive = 0; primitive < 2; primitive++)
        stream.form([{ x: 8 * primitive, y: 0, primitive }]);
      stream.add(makeLaunch(4, 0, 0, { loadCycles: first, controller: 0 }));
      stream.add(makeLaunch(5, 1, 1, { loadCycles: second, controller: 1 }));
      const fired = listFiredRules(stream.judge()).filter((rule) => rule === 'LAUNCH-03');
      return [...new Set(fired)];
    };
    expect(checkLoads(16, 8, 14)).toEqual(['LAUNCH-03']);
    expect(checkLoads(16, 8, 15)).toEqual([]);
    expect(checkLoads(8, 4, 7)).toEqual([]);
  });

  test('fires for a slow load on our device, and on others only if an instruction is issued during it', () => {
    const checkSlowLoad = (cycles: number, isForeign = false): readonly string[] =>
      getFiredLaunchRules(
        createCrowdedScenario(),
        corruptLaunch(1, ({ loadCycles }) => ({ loadCycles: loadCycles + cycles })),
        undefined,
        isForeign,
      );
    expect(checkSlowLoad(1)).toEqual(['LAUNCH-03']);
    expect(checkSlowLoad(1, true)).toEqual([]);
    expect(checkSlowLoad(5000, true)).toContain('LAUNCH-03');
  });

  test('fires if a wave issues its first instruction before its load ends', () => {
    const checkFirstIssue = (cycle: number): string[] => {
      // 40 attributes of one primitive take up 480 dwords, which load in 20 cycles.
      const registers = { SPI_PS_IN_CONTROL: 40 };
      const stream = new Stream(scene({ draw: { registers } })).form([{ x: 0, y: 0, primitive: 0 }]);
      stream.add(makeLaunch(3, 0, 0, { loadCycles: 20 })).cycle = cycle - 1;
      return listFiredRules(stream.run(0, 0, 0).judge()).filter((rule) => rule === 'LAUNCH-03');
    };
    expect(checkFirstIssue(22)).toEqual(['LAUNCH-03']);
    expect(checkFirstIssue(23)).toEqual([]);
  });

  test.each([
    ['wait', (stream: Stream) => stream.endWait(0, 0)],
    ['export', (stream: Stream) => stream.export(0)],
    ['end', (stream: Stream) => stream.end(0)],
  ] as const)('takes the report of a wave’s %s for its first instruction', (_, act) => {
    const check = (cycle: number): string[] => {
      const stream = new Stream(scene()).form([{ x: 0, y: 0, primitive: 0 }]);
      stream.add(makeLaunch(3, 0, 0, { loadCycles: 20 })).cycle = cycle - 1;
      return listFiredRules(act(stream).judge({ mayOmitKinds: true })).filter((rule) => rule === 'LAUNCH-03');
    };
    expect(check(22)).toEqual(['LAUNCH-03']);
    expect(check(23)).toEqual([]);
  });
});
