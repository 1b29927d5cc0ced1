import fc from 'fast-check';
import { GENERATIONS } from '../../../arch/index.js';
import { pickFeatures } from '../../../stimulus/generator/arbitraries.js';
import { programs } from '../../../stimulus/index.js';
import type { ProgramDescriptor } from '../../../transactions/index.js';
import { RandomStream } from '../../../transactions/index.js';

const listPaths = ({ section }: ProgramDescriptor) =>
  section.steps.flatMap((step) => (typeof step === 'string' ? [] : [step.path]));

const listWork = ({ before, after, section }: ProgramDescriptor) =>
  [...before, ...after, ...section.steps].filter((step) => typeof step === 'string');

test.each(GENERATIONS)('programs for %s contain none of the features that their test disables', (gfx) => {
  const stream = new RandomStream('0x5');
  for (let round = 0; round < 12; round++) {
    const features = pickFeatures(stream, gfx);
    for (const descriptor of fc.sample(programs.arbitrary(gfx, features), { numRuns: 8, seed: round })) {
      const { section, discards, parts, exports, exit } = descriptor;
      expect(features.shapes).toContain(section.shape);
      for (const path of listPaths(descriptor)) expect([...features.paths, 'buffer']).toContain(path);
      for (const kind of listWork(descriptor)) expect(features.work).toContain(kind);
      expect([...features.exits, 'message', 'none', 'late-message']).toContain(exit);
      expect(section.steps.length).toBeLessThanOrEqual(Math.max(features.stepsMax, 3) + 1);
      if (!features.discards)
        expect([discards.before, discards.inside, discards.after]).toEqual(['none', 'none', 'none']);
      if (!features.parts) expect(parts).toBeUndefined();
      if (!features.exports && parts === undefined) expect(exports.colours).toBe(0);
      if (!features.entries)
        expect([section.early, section.rounds, section.packer]).toEqual([false, 1, 'waiting']);
    }
  }
});

test('some tests have all features, and each feature is missing from at least one test', () => {
  const stream = new RandomStream('0x6');
  const everyFeature = programs.allFeatures('gfx10');
  const featureSets = Array.from({ length: 60 }, () => pickFeatures(stream, 'gfx10'));
  expect(featureSets.some(({ shapes, parts }) => shapes.length === everyFeature.shapes.length && parts)).toBe(
    true,
  );
  for (const shape of everyFeature.shapes)
    expect(featureSets.some(({ shapes }) => !shapes.includes(shape))).toBe(true);
  for (const path of everyFeature.paths)
    expect(featureSets.some(({ paths }) => !paths.includes(path))).toBe(true);
});
