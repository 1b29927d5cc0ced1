import { describe, expect, test } from 'vitest';
import { runTest } from '../../../../harness/one-test/run-test.js';
import { openCorpus } from '../../../../harness/programs/corpus-files.js';
import { findSequence, NO_OVERRIDES } from '../../../../harness/selection/selection.js';
import type { FaultId, Transaction } from '../../../../transactions/index.js';
import {
  corruptLaunch,
  createCrowdedScenario,
  getFiredLaunchRules,
  noMistake,
  rmwBuffer,
  scratchArray,
} from '../../support/mistaken-launches.js';
import { listFiredRules } from '../../support/stream.js';

describe('LAUNCH-01', () => {
  test('does not fire for a crowded device that reuses its resources', () => {
    for (const chip of ['vega20', 'navi14', 'mariner', 'navi33'] as const) {
      expect(getFiredLaunchRules(createCrowdedScenario(rmwBuffer, chip), noMistake)).toEqual([]);
    }
    expect(getFiredLaunchRules(createCrowdedScenario(scratchArray), noMistake)).toEqual([]);
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
  ])('fires when a wave gets %s', (_, mistake) => {
    expect(getFiredLaunchRules(createCrowdedScenario(), mistake)).toContain('LAUNCH-01');
  });

  test("fires when a wave is given another wave's scratch slot", () => {
    const mistake = corruptLaunch(3, (launch, last) => ({
      holds: { ...launch.holds, scratchSlot: last.holds.scratchSlot },
    }));
    expect(getFiredLaunchRules(createCrowdedScenario(scratchArray), mistake)).toContain('LAUNCH-01');
  });

  test("fires when a wave's resources are never freed", () => {
    let hasMatched = false;
    const isFirstRelease = (t: Transaction): boolean => {
      if (hasMatched || t.kind !== 'resource-released') return false;
      hasMatched = true;
      return true;
    };
    expect(getFiredLaunchRules(createCrowdedScenario(), noMistake, isFirstRelease)).toContain('LAUNCH-01');
  });

  test('fires for an ended wave that is not waiting for anything; HANG-01 handles one waiting for a counter', () => {
    const listFirings = (fault: FaultId, name: string, seed: string): readonly string[] => {
      const overrides = { ...NO_OVERRIDES, faults: [fault] };
      const request = { sequence: findSequence(name), seed, overrides, corpus: openCorpus() };
      return listFiredRules(runTest(request).verdict);
    };
    const counterWaitRules = listFirings('F61', 'generated', '0xbfaccf857cb24fcb');
    expect(counterWaitRules).toContain('HANG-01');
    expect(counterWaitRules).not.toContain('LAUNCH-01');
    expect(listFirings('F53', 'discard_before', '0xc2f4016559d95705')).toContain('LAUNCH-01');
  });
});
