import type { BackgroundAllocated, Scenario, Transaction } from '../../../../transactions/index.js';
import { createGroupedScene } from '../../../support/background-scene.js';
import { checkRun } from '../../support/checked-run.js';

const createScenario = (): Scenario => createGroupedScene('navi21', { groups: 8, interval: 1 });

/** Returns the LAUNCH rules that fire if `change` is applied to allocation `index`. */
function listFiredLaunchRules(
  index: number,
  change: (t: BackgroundAllocated, last: BackgroundAllocated) => Partial<BackgroundAllocated>,
): string[] {
  let last: BackgroundAllocated | undefined;
  let count = 0;
  const { fired } = checkRun(createScenario(), (t) => {
    if (t.kind !== 'background-allocated') return t;
    const changed = count++ === index ? { ...t, ...change(t, last!) } : t;
    last = t;
    return changed;
  });
  return Object.keys(fired ?? {}).filter((rule) => rule.startsWith('LAUNCH'));
}

describe('LAUNCH-01', () => {
  test.each([
    ['the slot of a running wave', (_: BackgroundAllocated, { slot }: BackgroundAllocated) => ({ slot })],
    [
      'the registers of a running wave',
      ({ holds }: BackgroundAllocated, last: BackgroundAllocated) => ({
        simd: last.simd,
        holds: { ...holds, vectorFirst: last.holds.vectorFirst },
      }),
    ],
  ])('fires when a background wave gets %s', (_, change) => {
    expect(listFiredLaunchRules(3, change)).toContain('LAUNCH-01');
  });

  test("fires when a group is given another group's barrier and LDS", () => {
    const moveToFirst = (t: Transaction): Transaction =>
      t.kind === 'group-allocated' ? { ...t, wgp: 0, barrier: 0, localFirst: 0 } : t;
    expect(Object.keys(checkRun(createScenario(), moveToFirst).fired ?? {})).toContain('LAUNCH-01');
  });

  test('fires when a group frees its shared resources while one of its waves is running', () => {
    let group = -1;
    let isReplaced = false;
    const { violations } = checkRun(createScenario(), (t) => {
      if (t.kind === 'group-allocated' && group < 0) group = t.wave;
      if (isReplaced || t.kind !== 'instructions-issued' || t.wave !== group) return t;
      isReplaced = true;
      return { kind: 'group-released', cycle: t.cycle, wave: group };
    });
    const finding = violations.find(({ rule }) => rule === 'LAUNCH-01');
    expect(finding?.allowed).toContain("keeps its group's LDS and barrier until its end");
  });
});

describe('LAUNCH-02', () => {
  test('fires for a nonexistent slot, and for unrequested registers', () => {
    expect(listFiredLaunchRules(2, () => ({ slot: 192 }))).toContain('LAUNCH-02');
    const addRows = ({ holds }: BackgroundAllocated) => ({
      holds: { ...holds, vectorRows: holds.vectorRows + 16 },
    });
    expect(listFiredLaunchRules(2, addRows)).toContain('LAUNCH-02');
  });

  test("fires when a group's wave is on the other compute unit in CU mode, or on another WGP", () => {
    expect(listFiredLaunchRules(3, ({ simd }) => ({ simd: simd ^ 2 }))).toContain('LAUNCH-02');
    expect(listFiredLaunchRules(3, ({ simd }) => ({ simd: simd ^ 4 }))).toContain('LAUNCH-02');
  });

  test('allows a wave on the other compute unit in WGP mode', () => {
    expect(checkRun(createGroupedScene('navi21', { groups: 8, mode: 'wgp' })).fired).toEqual({});
  });
});

describe('LAUNCH-03', () => {
  const checkLaunches = (changes: {
    readonly loadCycles?: number;
    readonly sameCycle?: boolean;
  }): string[] => {
    let lastCycle = -1;
    const { fired } = checkRun(createScenario(), (t) => {
      if (t.kind !== 'background-launched') return t;
      const { cycle } = t;
      const loadCycles = changes.loadCycles ?? t.loadCycles;
      const reportedCycle = changes.sameCycle === true && lastCycle >= 0 ? lastCycle : cycle;
      lastCycle = cycle;
      return { ...t, cycle: reportedCycle, loadCycles };
    });
    return Object.keys(fired ?? {});
  };

  test('fires when a background wave loads too fast for its registers, or two are launched in the same cycle', () => {
    expect(checkLaunches({})).toEqual([]);
    expect(checkLaunches({ loadCycles: 2 })).toContain('LAUNCH-03');
    expect(checkLaunches({ sameCycle: true })).toContain('LAUNCH-03');
  });
});
