import fc from 'fast-check';
import { chipOf } from '../../../arch/index.js';
import { programs } from '../../../stimulus/index.js';
import type { ProgramDescriptor, Scenario } from '../../../transactions/index.js';
import { defaultKnobs, findContradiction } from '../../../transactions/index.js';

const GFX = 'gfx10.3';
const DESCRIPTORS = programs.arbitrary(GFX);

function createScenario(descriptor: ProgramDescriptor): Scenario {
  return programs.toScenario({
    name: 'generated',
    chip: chipOf('navi21'),
    wave: 32,
    freedoms: defaultKnobs(),
    width: 16,
    height: 16,
    descriptors: [descriptor],
    draws: [{ program: 0, kind: 'triangles', primitives: [[0, 0, 512, 0, 0, 512]], samples: 4 }],
    colourBuffers: ['rgba32f', 'rgba8'],
    schedule: '0x1',
  });
}

describe('simpler descriptors', () => {
  it('are legal, and repeated simplification ends in a single minimal update', () => {
    fc.assert(
      fc.property(DESCRIPTORS, (descriptor) => {
        let current = descriptor;
        for (let rounds = 0; ; rounds++) {
          expect(rounds).toBeLessThan(40);
          expect(programs.illegalReason(current, GFX)).toBeUndefined();
          const next = programs.simpler(current, GFX).next();
          if (next.done === true) break;
          current = next.value;
        }
        const { section, parts, before, after } = current;
        expect([section.shape, section.steps.length, parts, before, after]).toEqual(
          descriptor.section.steps.length === 0
            ? [descriptor.section.shape, 0, undefined, [], []]
            : ['plain', 1, undefined, [], []],
        );
      }),
      { numRuns: 30, seed: 1 },
    );
  });

  it('include descriptors that omit only one kind of export', () => {
    const [sampled] = fc.sample(programs.arbitrary(GFX, { ...programs.allFeatures(GFX), parts: false }), {
      numRuns: 1,
      seed: 9,
    });
    const exports = {
      colours: 2,
      conversion: 'ABGR32',
      depth: 'all',
      dualSource: true,
      toTarget: false,
    } as const;
    const descriptor = { ...sampled!, exports };
    const withoutExports = JSON.stringify({ ...descriptor, exports: undefined });
    const changed = [...programs.simpler(descriptor, GFX)]
      .filter((simpler) => JSON.stringify({ ...simpler, exports: undefined }) === withoutExports)
      .map((simpler) => simpler.exports);
    expect(changed).toContainEqual({ ...exports, depth: 'none' });
    expect(changed).toContainEqual({ ...exports, dualSource: false });
  });

  it('produce the same scenario as when generated directly, including registers and parameters', () => {
    fc.assert(
      fc.property(DESCRIPTORS, DESCRIPTORS, (from, to) => {
        fc.pre(from.parts !== undefined || to.parts === undefined);
        const changed = programs.withDescriptor(createScenario(from), 0, to);
        const direct = createScenario(to);
        expect(findContradiction(changed)).toBeUndefined();
        expect(changed.programs).toEqual(direct.programs);
        expect(changed.draws).toEqual(direct.draws);
      }),
      { numRuns: 30, seed: 2 },
    );
  });
});
