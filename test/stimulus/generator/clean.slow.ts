import fc from 'fast-check';
import { chipOf, GENERATIONS, type Gfx, getExampleChip, type WaveSize } from '../../../arch/index.js';
import { findRule } from '../../../checkers/index.js';
import { programs } from '../../../stimulus/index.js';
import type { ProgramDescriptor, SectionShape, Verdict } from '../../../transactions/index.js';
import { defaultKnobs } from '../../../transactions/index.js';
import { checkRun } from '../../checkers/support/checked-run.js';

const EDGE = 8;
const LAYERS = 3;

/**
 * Runs a program on overlapping layers that cover a small area, and returns the verdict. Caches may be stale if the
 * program has coherence bits.
 */
function checkProgram(gfx: Gfx, descriptor: ProgramDescriptor, wave: WaveSize, layers = LAYERS): Verdict {
  const layer = [0, 0, 512 * EDGE, 0, 0, 512 * EDGE] as const;
  const scenario = programs.toScenario({
    name: 'generated',
    chip: chipOf(getExampleChip(gfx)),
    wave,
    freedoms: {
      ...defaultKnobs(),
      caches: descriptor.coherence === 'none' ? 0 : 1,
      idWrap: 15,
      idWindow: 9,
    },
    width: EDGE,
    height: EDGE,
    descriptors: [descriptor],
    draws: [{ program: 0, kind: 'triangles', primitives: new Array(layers).fill(layer), samples: 1 }],
    colourBuffers: ['rgba32f'],
    schedule: '0x5eed',
  });
  return checkRun(scenario);
}

function sampleDescriptor(gfx: Gfx, shape: SectionShape): ProgramDescriptor {
  const features = { ...programs.allFeatures(gfx), shapes: [shape], stepsMax: 4 };
  const [descriptor] = fc.sample(programs.arbitrary(gfx, features), { numRuns: 1, seed: 7 });
  return descriptor!;
}

describe.each(GENERATIONS)('generated programs on %s', (gfx) => {
  it.each(programs.allFeatures(gfx).shapes)('cause no violations with a %s section', (shape) => {
    const wave = gfx === 'gfx9' || shape.length % 2 === 0 ? 64 : 32;
    const { violations, armed, unchecked, uncompared } = checkProgram(
      gfx,
      sampleDescriptor(gfx, shape),
      wave,
    );
    expect(violations.filter(({ rule }) => findRule(rule)?.severity === 'error')).toEqual([]);
    expect(unchecked.filter(({ rule }) => rule.startsWith('PROTO'))).toEqual([]);
    expect(uncompared).toBe(0);
    expect(armed['ORD-03']).toBeGreaterThan(0);
    expect(armed['EXP-05']).toBeGreaterThan(0);
  });
});

it('verdicts are complete even if no wave has to wait and therefore no message is sent (S-079)', () => {
  const plain = sampleDescriptor('gfx10', 'plain');
  const descriptor: ProgramDescriptor = {
    ...plain,
    section: { ...plain.section, packer: 'waiting', leavesLoad: false },
    exit: 'skipped-message',
  };
  const { armed, unchecked } = checkProgram('gfx10', descriptor, 64, 1);
  expect(unchecked).toEqual([]);
  expect(armed['ORD-03']).toBeGreaterThan(0);
});

it.each(GENERATIONS)(
  'waves with no active lanes export to an existing target on %s if only depth is exported',
  (gfx) => {
    const plain = sampleDescriptor(gfx, 'plain');
    const descriptor: ProgramDescriptor = {
      ...plain,
      discards: { before: 'all', inside: 'none', after: 'none', message: false },
      exports: { colours: 0, conversion: 'ZERO', depth: 'depth', dualSource: false, toTarget: true },
    };
    const { parts: _, ...withoutParts } = descriptor;
    const { violations, armed } = checkProgram(gfx, withoutParts, 64, 1);
    expect(violations.filter(({ rule }) => rule.startsWith('EXP'))).toEqual([]);
    expect(armed['EXP-07']).toBeGreaterThan(0);
  },
);
