import type { Scenario, Transaction } from '../../../../transactions/index.js';
import { createGroupedScene } from '../../../support/background-scene.js';
import { checkRun } from '../../support/checked-run.js';

const createScenario = (): Scenario => createGroupedScene('navi21', { groups: 3, interval: 1 });

describe('LAUNCH-09', () => {
  test('does not fire for groups that synchronise at their barriers', () => {
    const verdict = checkRun(createScenario());
    expect(verdict.fired).toEqual({});
    // Two barriers per round, two rounds, two waves per group.
    expect(verdict.armed['LAUNCH-09']).toBe(3 * 2 * 4);
  });

  test('fires when a wave continues before its whole group has reached the barrier', () => {
    let dropped: Transaction | undefined;
    const { fired } = checkRun(createScenario(), (t) => {
      if (t.kind !== 'background-barrier-reached' || dropped !== undefined) return t;
      dropped = t;
      return undefined;
    });
    expect(Object.keys(fired ?? {})).toEqual(['LAUNCH-09']);
  });

  test('fires when a wave reaches a second barrier without having left the first', () => {
    const { fired } = checkRun(createScenario(), (t) =>
      t.kind === 'background-barrier-reached' ? [t, t] : t,
    );
    expect(Object.keys(fired ?? {})).toContain('LAUNCH-09');
  });
});
