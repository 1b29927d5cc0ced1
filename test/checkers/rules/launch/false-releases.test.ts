import type { ResourceReleased } from '../../../../transactions/index.js';
import { checkRun } from '../../support/checked-run.js';
import { createCrowdedScenario } from '../../support/mistaken-launches.js';
import { listFiredRules } from '../../support/stream.js';

/** Returns whether LAUNCH-01 fires in a crowded run if `replace` replaces its first release. */
function fires(replace: (release: ResourceReleased) => readonly ResourceReleased[]): boolean {
  let isFirst = true;
  const verdict = checkRun(createCrowdedScenario(), (t) => {
    const isReplaced = t.kind === 'resource-released' && isFirst;
    isFirst &&= t.kind !== 'resource-released';
    return isReplaced ? replace(t) : t;
  });
  return listFiredRules(verdict).includes('LAUNCH-01');
}

test('LAUNCH-01 fires when a wave frees its slot twice', () => {
  expect(fires((release) => [release, release])).toBe(true);
  expect(fires((release) => [release])).toBe(false);
});

test("LAUNCH-01 fires when a wave frees another wave's slot", () => {
  expect(fires((release) => [{ ...release, slot: release.slot + 1 }])).toBe(true);
});
