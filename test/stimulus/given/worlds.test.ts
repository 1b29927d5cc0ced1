import { chipOf } from '../../../arch/index.js';
import { openCorpus } from '../../../harness/programs/corpus-files.js';
import {
  applyConditions,
  type Conditions,
  chooseConditions,
  createCheckScenario,
} from '../../../stimulus/given/check-scenario.js';
import { pickKnobValues } from '../../../stimulus/knobs.js';
import { RandomStream } from '../../../transactions/index.js';

const SCENES = [0, 1, 2, 3, 4, 5, 6, 7];
const TRAITS = ['largeCount', 'staleCaches', 'nearWrap', 'fullTable', 'smallWindow'] as const;

describe("the conditions of a program's scenes", () => {
  it('each apply to half of the scenes, and each combination of two conditions occurs equally often', () => {
    const pairs = TRAITS.flatMap((first, i) => TRAITS.slice(i + 1).map((second) => [first, second] as const));
    for (const [first, second] of pairs) {
      const counts = new Map<string, number>();
      for (const conditions of SCENES.map(chooseConditions)) {
        const key = `${conditions[first]} ${conditions[second]}`;
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
      expect([first, second, [...counts.values()]]).toEqual([first, second, [2, 2, 2, 2]]);
    }
    expect(chooseConditions(9)).toEqual(chooseConditions(1));
  });

  it("determine the scene's knobs", () => {
    for (const scene of SCENES) {
      const seed = `0x${scene + 17}`;
      const freedoms = pickKnobValues(new RandomStream(seed), chipOf('navi21'), {});
      const conditions: Conditions = chooseConditions(scene);
      const { idWrap, idWindow, idStart, overlapEntries, caches } = applyConditions(
        freedoms,
        conditions,
        seed,
      );
      expect(idStart).toBeLessThanOrEqual(idWrap);
      if (conditions.nearWrap) expect(idWrap - idStart).toBeLessThan(4);
      if (conditions.smallWindow) expect([idWrap < 32, idWindow < idWrap]).toEqual([true, true]);
      else expect([idWrap, idWindow]).toEqual([freedoms.idWrap, freedoms.idWindow]);
      if (conditions.fullTable) expect(overlapEntries).toBe(4);
      expect(caches).toBe(conditions.staleCaches ? 1 : 0);
    }
  });

  it("depend on the scene's index but not on the seed", () => {
    const corpus = openCorpus();
    const [record] = corpus.records('navi21', 64);
    const variant = record!.variants[0]!;
    for (const seed of ['0x1', '0x2', '0x3']) {
      const { freedoms } = createCheckScenario({ record: record!, variant, corpus, seed, scene: 1 });
      expect([freedoms.idWrap - freedoms.idStart < 4, freedoms.overlapEntries]).toEqual([true, 4]);
    }
  });
});
