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

/** A triangle over the whole area. */
const LAYER = [0, 0, 512 * EDGE, 0, 0, 512 * EDGE] as const;

const NOTHING: ProgramDescriptor['exports'] = {
  colours: 0,
  conversion: 'ZERO',
  depth: 'none',
  dualSource: false,
  toTarget: false,
};

/** A program with only a plain section, with any content. */
const [{ parts: _, ...PLAIN }] = fc.sample(
  programs.arbitrary('gfx10', { ...programs.allFeatures('gfx10'), shapes: ['plain'] }),
  { numRuns: 1, seed: 11 },
) as [ProgramDescriptor];

/** A test's changes to the scene of `exportingScene`. */
export interface SceneChanges {
  readonly exports: Partial<ProgramDescriptor['exports']>;
  /** Fragments discarded after the section; default: none. */
  readonly discards?: ProgramDescriptor['discards']['after'];
  readonly samples: Draw['samples'];
  /** Default: two layers. */
  readonly primitives?: readonly (readonly [number, number, number, number, number, number])[];
}

/** Primitives over a small area under one program of a generation with these exports, all with the same section. */
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
