import fc from 'fast-check';
import { chipOf, type Gfx, getExampleChip, isAtLeast } from '../../arch/index.js';
import { programs } from '../../stimulus/index.js';
import { type Draw, defaultKnobs, type ProgramDescriptor, type Scenario } from '../../transactions/index.js';

const EDGE = 8;

/** A triangle that covers the whole area. */
const LAYER = [0, 0, 512 * EDGE, 0, 0, 512 * EDGE] as const;

const NO_EXPORTS: ProgramDescriptor['exports'] = {
  colours: 0,
  conversion: 'ZERO',
  depth: 'none',
  dualSource: false,
  toTarget: false,
};

/** A randomly generated program with a single section of shape `plain`. */
const [{ parts: _, ...BASE }] = fc.sample(
  programs.arbitrary('gfx10', { ...programs.allFeatures('gfx10'), shapes: ['plain'] }),
  { numRuns: 1, seed: 11 },
) as [ProgramDescriptor];

/** Settings for `createExportingScene`. */
export interface SceneChanges {
  readonly exports: Partial<ProgramDescriptor['exports']>;
  /** The fragments that are discarded after the section. Default: none. */
  readonly discards?: ProgramDescriptor['discards']['after'];
  readonly samples: Draw['samples'];
  /** Default: two layers. */
  readonly primitives?: readonly (readonly [number, number, number, number, number, number])[];
}

/**
 * Creates a small scene for the given GPU generation. All primitives use the same program, which has the given exports,
 * so they share one section.
 */
export function createExportingScene(gfx: Gfx, changes: SceneChanges): Scenario {
  const { exports, discards = 'none', samples, primitives = [LAYER, LAYER] } = changes;
  return programs.toScenario({
    name: 'generated',
    chip: chipOf(getExampleChip(gfx)),
    wave: 64,
    freedoms: defaultKnobs(),
    width: EDGE,
    height: EDGE,
    descriptors: [
      {
        ...BASE,
        discards: { before: 'none', inside: 'none', after: discards, message: false },
        exports: { ...NO_EXPORTS, ...exports },
        exit: isAtLeast(gfx, 'gfx11') ? 'done' : 'message',
      },
    ],
    draws: [{ program: 0, kind: 'triangles', primitives, samples }],
    colourBuffers: ['rgba32f'],
    schedule: '0x5eed',
  });
}
