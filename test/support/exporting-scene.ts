import fc from 'fast-check';
import { chipOf, exampleChipOf, type Gfx, isAtLeast } from '../../arch/index.js';
import { programs } from '../../stimulus/index.js';
import {
  type Draw,
  defaultFreedoms,
  type ProgramDescriptor,
  type Scenario,
} from '../../transactions/index.js';

const EDGE = 8;

/** A triangle that covers the whole area. */
const LAYER = [0, 0, 512 * EDGE, 0, 0, 512 * EDGE] as const;

const NOTHING: ProgramDescriptor['exports'] = {
  colours: 0,
  conversion: 'ZERO',
  depth: 'none',
  dualSource: false,
  toTarget: false,
};

/** A program that has only a plain section, with arbitrary content. */
const [{ parts: _, ...PLAIN }] = fc.sample(
  programs.arbitrary('gfx10', { ...programs.allFeatures('gfx10'), shapes: ['plain'] }),
  { numRuns: 1, seed: 11 },
) as [ProgramDescriptor];

/** What a test changes in the scene of `exportingScene`. */
export interface SceneChanges {
  readonly exports: Partial<ProgramDescriptor['exports']>;
  /** The fragments that are discarded after the section. Default: none. */
  readonly discards?: ProgramDescriptor['discards']['after'];
  readonly samples: Draw['samples'];
  /** Default: two layers. */
  readonly primitives?: readonly (readonly [number, number, number, number, number, number])[];
}

/**
 * Makes a scene with primitives on a small area. They share a program with these exports for a generation,
 * and therefore a section.
 */
export function exportingScene(gfx: Gfx, changes: SceneChanges): Scenario {
  const { exports, discards = 'none', samples, primitives = [LAYER, LAYER] } = changes;
  return programs.toScenario({
    name: 'generated',
    chip: chipOf(exampleChipOf(gfx)),
    wave: 64,
    freedoms: defaultFreedoms(),
    width: EDGE,
    height: EDGE,
    descriptors: [
      {
        ...PLAIN,
        discards: { before: 'none', inside: 'none', after: discards, message: false },
        exports: { ...NOTHING, ...exports },
        exit: isAtLeast(gfx, 'gfx11') ? 'done' : 'message',
      },
    ],
    draws: [{ program: 0, kind: 'triangles', primitives, samples }],
    colourBuffers: ['rgba32f'],
    schedule: '0x5eed',
  });
}
