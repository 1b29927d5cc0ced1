import { createScoreboards } from '../../../../checkers/index.js';
import { runScenario } from '../../../../rtl-model/index.js';
import type { ResourceReleased } from '../../../../transactions/index.js';
import { createCrowdedScenario } from '../../support/mistaken-launches.js';
import { listFiredRules } from '../../support/stream.js';

/** Returns whether LAUNCH-01 fires in a crowded run if `replace` replaces its first release. */
function fires(replace: (release: ResourceReleased) => readonly ResourceReleased[]): boolean {
  const scenario = createCrowdedScenario();
  const scoreboards = createScoreboards(scenario);
  let isFirst = true;
  runScenario(scenario, (t) => {
    const transactions = t.kind === 'resource-released' && isFirst ? replace(t) : [t];
    isFirst &&= t.kind !== 'resource-released';
    for (const transaction of transactions) scoreboards.observe(transaction);
  });
  return listFiredRules(scoreboards.finish()).includes('LAUNCH-01');
}

test('LAUNCH-01 fires when a wave frees its slot twice', () => {
  expect(fires((release) => [release, release])).toBe(true);
  expect(fires((release) => [release])).toBe(false);
});

test("LAUNCH-01 fires when a wave frees another wave's slot", () => {
  expect(fires((release) => [{ ...release, slot: release.slot + 1 }])).toBe(true);
});
