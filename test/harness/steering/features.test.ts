import { PAIR_SLOTS } from '../../../coverage/index.js';
import { extractFeatures, FeatureCounts } from '../../../harness/steering/features.js';
import { BehaviourNovelty } from '../../../harness/steering/shares.js';
import { packBehaviour } from '../../../harness/workers/test-behaviours.js';
import { defaultKnobs, type KnobValues, RULE_IDS } from '../../../transactions/index.js';
import { createSmallDraw, createSmallScenario } from '../../transactions/support/scenarios.js';

const [first, second] = RULE_IDS;

it("combines a test's event pairs and armed rules", () => {
  expect(packBehaviour([3, 9], { [second!]: 4, [first!]: 1 })).toEqual([3, 9, PAIR_SLOTS, PAIR_SLOTS + 1]);
  expect(packBehaviour([], { [first!]: 0 })).toEqual([]);
});

it('credits a sequence with behaviour that only one test has shown, until a second test shows it', () => {
  const novelty = new BehaviourNovelty();
  novelty.add('rich', [1, 2, PAIR_SLOTS]);
  novelty.add('poor', [1]);
  expect([...novelty.valueBySequence()]).toEqual([['rich', 1.1]]);
  novelty.add('rich', [2]);
  novelty.add('poor', [1, PAIR_SLOTS]);
  expect([...novelty.valueBySequence()]).toEqual([]);
});

const extractKnobs = (changes: Partial<KnobValues>) =>
  extractFeatures(createSmallScenario({ freedoms: { ...defaultKnobs(), ...changes } }));
const extractRegister = (value: number) =>
  extractFeatures(
    createSmallScenario({ draws: [createSmallDraw({ registers: { PA_SC_MODE_CNTL_0: value } })] }),
  );

describe('the features of a scenario', () => {
  it('distinguish small knob values, and large ones by powers of two', () => {
    expect(extractKnobs({ packers: 1 })).not.toEqual(extractKnobs({ packers: 2 }));
    expect(extractKnobs({ idWrap: 600 })).toEqual(extractKnobs({ idWrap: 700 }));
    expect(extractKnobs({ idWrap: 600 })).not.toEqual(extractKnobs({ idWrap: 300 }));
  });

  it('name the values in the class of a knob', () => {
    const features = extractKnobs({ packers: 2, idWindow: 40, exportLatency: [3, 9] });
    for (const name of ['packers=2', 'idWindow=32..63', 'exportLatency=up to 14'])
      expect(features).toContain(name);
  });

  it('distinguish register values, but group addresses into a limited number of classes', () => {
    expect(extractRegister(1)).not.toEqual(extractRegister(2));
    expect(extractRegister(0x10000)).not.toEqual(extractRegister(0x12300));
    const classes = Array.from({ length: 1000 }, (_, index) => [...extractRegister(5000 + index)].join());
    expect(new Set(classes).size).toBeLessThanOrEqual(64);
  });

  it('include pairs of chip and interlock, as crosses do', () => {
    expect(extractKnobs({})).toContain('chip=navi21&interlock=pixel-ordered');
  });
});

it("lowers a feature's novelty with each test that has it", () => {
  const counts = new FeatureCounts();
  const features = new Set(['a', 'b']);
  expect(counts.computeNovelty(features)).toBe(2);
  counts.add(features);
  expect([counts.computeNovelty(features), counts.computeNovelty(new Set(['a', 'c']))]).toEqual([1, 1.5]);
});
