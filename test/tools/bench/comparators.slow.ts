import { PctChoices, RandomChoices } from '../../../rtl-model/kernel/index.js';
import { ExitOrderChecker, OrderingProtocol } from '../../../tools/bench/p1/ordering-protocol.js';
import { computeExpectedSum, computeSumInModel, makeThumbCore } from '../../../tools/bench/p2-scalar.js';
import { buildVectorScenario, computeLanesInModel, runBareLoops } from '../../../tools/bench/p3-vector.js';

it('computes the same sum in the model, in rp2040js and in plain arithmetic', () => {
  expect(computeSumInModel()).toBe(computeExpectedSum());
  const run = makeThumbCore();
  expect([run(), run()]).toEqual([computeExpectedSum(), computeExpectedSum()]);
});

it.each([
  ['all', { lo: -1, hi: -1 }],
  ['some', { lo: 0x0f0ff0f3, hi: 0x00ff3c00 }],
  ['hardly any', { lo: 0, hi: 1 }],
])('matches the bare loops in every lane, with %s lanes active', (_, mask) => {
  const lanes = computeLanesInModel(buildVectorScenario(50, mask));
  expect(lanes).toEqual(runBareLoops(50, mask));
  expect(new Set(lanes.filter((value) => value !== 0)).size).toBeGreaterThan(0);
});

const sum = (bins: Uint32Array) => bins.reduce((total, count) => total + count, 0);

describe('OrderingProtocol', () => {
  it('ends the same number of waves as the independent implementations', () => {
    expect(new OrderingProtocol(null).run(40_000)).toBe(27_811);
    expect(new OrderingProtocol(new RandomChoices('0x1')).run(3_000_000)).toBe(2_089_064);
  });

  it('ends the same number of waves no matter how ties are broken', () => {
    for (let low = 0; low < 20; low++) {
      expect(new OrderingProtocol(new RandomChoices({ high: 9, low })).run(40_000)).toBe(27_811);
      expect(new OrderingProtocol(new PctChoices({ high: 9, low }, 3, 1000)).run(40_000)).toBe(27_811);
    }
  });

  it('counts each launch and each entry in one bin', () => {
    const protocol = new OrderingProtocol(null);
    const ended = protocol.run(40_000);
    const launches = sum(protocol.occupancy);
    const entries = sum(protocol.waitCycles);
    expect(launches).toBeGreaterThanOrEqual(entries);
    expect(launches - ended).toBeLessThanOrEqual(16);
    expect(entries - ended).toBeGreaterThanOrEqual(0);
    expect(protocol.occupancy[0]).toBe(0);
    expect(protocol.occupancy[16]).toBeGreaterThan(0);
    expect(protocol.waitCycles[0]).toBe(0);
    expect(protocol.waitCycles[1]).toBeGreaterThan(0);
  });
});

describe('ExitOrderChecker', () => {
  it('rejects a wave that exits before an earlier one with the same key', () => {
    const checker = new ExitOrderChecker(4, 2);
    checker.onLaunch(3, 0);
    checker.onLaunch(0, 0);
    expect(() => checker.onExit(0, 0)).toThrow(
      'Wrong exit order for key 0: expected wave 0, got 1 from slot 0',
    );
  });
});
