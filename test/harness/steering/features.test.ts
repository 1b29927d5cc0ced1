import { describe, expect, it } from 'vitest';
import { extractFeatures, FeatureCounts, parseKnobClass } from '../../../harness/steering/features.js';
import { defaultFreedoms, type Freedoms, KNOBS } from '../../../transactions/index.js';
import { createSmallDraw, createSmallScenario } from '../../transactions/support/scenarios.js';

const extractKnobs = (changes: Partial<Freedoms>) =>
  extractFeatures(createSmallScenario({ freedoms: { ...defaultFreedoms(), ...changes } }));
const extractRegister = (value: number) =>
  extractFeatures(
    createSmallScenario({ draws: [createSmallDraw({ registers: { PA_SC_MODE_CNTL_0: value } })] }),
  );

/** Returns the class of a knob's value, as it appears in the scenario's features. */
function findClass(name: keyof Freedoms, value: unknown): string {
  const match = [...extractKnobs({ [name]: value })].find((feature) => feature.startsWith(`${name}=`));
  return match!.slice(name.length + 1);
}

describe('the features of a scenario', () => {
  it('distinguish small knob values, and large ones by powers of two', () => {
    expect(extractKnobs({ packers: 1 })).not.toEqual(extractKnobs({ packers: 2 }));
    expect(extractKnobs({ idWrap: 600 })).toEqual(extractKnobs({ idWrap: 700 }));
    expect(extractKnobs({ idWrap: 600 })).not.toEqual(extractKnobs({ idWrap: 300 }));
  });

  it('map every knob class back to a range of values and an example', () => {
    for (const name of Object.keys(KNOBS) as (keyof Freedoms)[]) {
      const knob = KNOBS[name];
      const low = knob.min;
      for (const high of [knob.min, knob.default, knob.max].flatMap((value) => [value].flat())) {
        const label = findClass(name, knob.kind === 'range' ? [low, high] : high);
        const { min, max, example } = parseKnobClass(knob, label);
        expect([name, min <= high && high <= max]).toEqual([name, true]);
        expect([name, findClass(name, example)]).toEqual([name, label]);
      }
    }
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
