import { describe, expect, test } from 'vitest';
import { runTest } from '../../../../harness/one-test/run-test.js';
import { openCorpus } from '../../../../harness/programs/corpus-files.js';
import { findSequence, NO_OVERRIDES } from '../../../../harness/selection/selection.js';
import type { FaultId, Transaction } from '../../../../transactions/index.js';
import {
  createCrowdedScenario,
  firedLaunchRules,
  inLaunch,
  rmwBuffer,
  scratchArray,
  unchanged,
} from '../../support/mistaken-launches.js';
import { firedRules } from '../../support/stream.js';

describe('LAUNCH-01', () => {
  test('does not fire for a crowded device that reuses its resources', () => {
    for (const chip of ['vega20', 'navi14', 'mariner', 'navi33'] as const) {
      expect(firedLaunchRules(createCrowdedScenario(rmwBuffer, chip), unchanged)).toEqual([]);
    }
    expect(firedLaunchRules(createCrowdedScenario(scratchArray), unchanged)).toEqual([]);
  });

  test.each([
    ['the slot of a running wave', inLaunch(3, (_, { slot }) => ({ slot }))],
    [
      'the registers of a running wave',
      inLaunch(3, (launch, last) => ({
        simd: last.simd,
        holds: { ...launch.holds, vectorFirst: last.holds.vectorFirst },
      })),
    ],
    [
      'part of the LDS of a running wave',
      inLaunch(3, (launch, last) => ({
        simd: last.simd,
        holds: { ...launch.holds, localFirst: last.holds.localFirst },
      })),
    ],
  ])('fires when a wave gets %s', (_, mistake) => {
    expect(firedLaunchRules(createCrowdedScenario(), mistake)).toContain('LAUNCH-01');
  });

  test('fires when a wave is given the scratch slot of another wave', () => {
    const mistake = inLaunch(3, (launch, last) => ({
      holds: { ...launch.holds, scratchSlot: last.holds.scratchSlot },
    }));
    expect(firedLaunchRules(createCrowdedScenario(scratchArray), mistake)).toContain('LAUNCH-01');
  });

  test('fires when the resources of a wave are never freed', () => {
    let hasDropped = false;
    const firstRelease = (t: Transaction): boolean => {
      if (hasDropped || t.kind !== 'resource-released') return false;
      hasDropped = true;
      return true;
    };
    expect(firedLaunchRules(createCrowdedScenario(), unchanged, firstRelease)).toContain('LAUNCH-01');
  });

  test('fires for an ended wave that waits for nothing, but not for one that waits for a counter (HANG-01)', () => {
    const rulesForFault = (fault: FaultId, name: string, seed: string): readonly string[] => {
      const overrides = { ...NO_OVERRIDES, faults: [fault] };
      const request = { sequence: findSequence(name), seed, overrides, corpus: openCorpus() };
      return firedRules(runTest(request).verdict);
    };
    const waitingForCounter = rulesForFault('F61', 'generated', '0xbfaccf857cb24fcb');
    expect(waitingForCounter).toContain('HANG-01');
    expect(waitingForCounter).not.toContain('LAUNCH-01');
    expect(rulesForFault('F53', 'discard_before', '0xc2f4016559d95705')).toContain('LAUNCH-01');
  });
});
