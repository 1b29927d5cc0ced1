import { runTest } from '../../../../harness/one-test/run-test.js';
import { openCorpus } from '../../../../harness/programs/corpus-files.js';
import { findSequence, NO_OVERRIDES } from '../../../../harness/selection/selection.js';
import type { FaultId, Transaction } from '../../../../transactions/index.js';
import {
  corruptLaunch,
  createCrowdedScenario,
  getFiredLaunchRules,
  noCorruption,
  rmwBuffer,
  scratchArray,
} from '../../support/mistaken-launches.js';
import { listFiredRules } from '../../support/stream.js';

describe('LAUNCH-01', () => {
  test('does not fire when a fully occupied device reuses its resources', () => {
    for (const chip of ['vega20', 'navi14', 'mariner', 'navi33'] as const) {
      expect(getFiredLaunchRules(createCrowdedScenario(rmwBuffer, chip), noCorruption)).toEqual([]);
    }
    expect(getFiredLaunchRules(createCrowdedScenario(scratchArray), noCorruption)).toEqual([]);
  });

  test.each([
    ['the slot of a running wave', corruptLaunch(3, (_, { slot }) => ({ slot }))],
    [
      'the registers of a running wave',
      corruptLaunch(3, (launch, last) => ({
        simd: last.simd,
        holds: { ...launch.holds, vectorFirst: last.holds.vectorFirst },
      })),
    ],
    [
      'part of the LDS of a running wave',
      corruptLaunch(3, (launch, last) => ({
        simd: last.simd,
        holds: { ...launch.holds, localFirst: last.holds.localFirst },
      })),
    ],
  ])('fires when a wave gets %s', (_, corruption) => {
    expect(getFiredLaunchRules(createCrowdedScenario(), corruption)).toContain('LAUNCH-01');
  });

  test("fires when a wave is given another wave's scratch slot", () => {
    const corruption = corruptLaunch(3, (launch, last) => ({
      holds: { ...launch.holds, scratchSlot: last.holds.scratchSlot },
    }));
    expect(getFiredLaunchRules(createCrowdedScenario(scratchArray), corruption)).toContain('LAUNCH-01');
  });

  test("fires when a wave's resources are never freed", () => {
    let hasMatched = false;
    const isFirstRelease = (t: Transaction): boolean => {
      if (hasMatched || t.kind !== 'resource-released') return false;
      hasMatched = true;
      return true;
    };
    expect(getFiredLaunchRules(createCrowdedScenario(), noCorruption, isFirstRelease)).toContain('LAUNCH-01');
  });

  test('fires if an ended wave still holds resources, unless it is waiting for a counter (HANG-01)', () => {
    const getFiredRules = (fault: FaultId, name: string, seed: string): readonly string[] => {
      const overrides = { ...NO_OVERRIDES, faults: [fault] };
      const request = { sequence: findSequence(name), seed, overrides, corpus: openCorpus() };
      return listFiredRules(runTest(request).verdict);
    };
    const counterWaitRules = getFiredRules('F61', 'generated', '0xbfaccf857cb24fcb');
    expect(counterWaitRules).toContain('HANG-01');
    expect(counterWaitRules).not.toContain('LAUNCH-01');
    expect(getFiredRules('F53', 'discard_before', '0xc2f4016559d95705')).toContain('LAUNCH-01');
  });
});
