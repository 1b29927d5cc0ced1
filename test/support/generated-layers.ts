import { chipOf, type Gfx, getExampleChip } from '../../arch/index.js';
import { programs } from '../../stimulus/index.js';
import { defaultKnobs, type ProgramDescriptor, type Scenario } from '../../transactions/index.js';

/** The width and height of the rendered area, in pixels. */
export const EDGE = 8;
const LAYER = [0, 0, 512 * EDGE, 0, 0, 512 * EDGE] as const;

/** The number of layers: conditions in generated programs can tell this many primitives apart. */
export const LAYER_COUNT = 8;

/** Creates a scene in which a generated program draws layers that each cover the whole area. */
export function createGeneratedLayers(gfx: Gfx, descriptor: ProgramDescriptor): Scenario {
  return programs.toScenario({
    name: 'generated',
    chip: chipOf(getExampleChip(gfx)),
    wave: 64,
    freedoms: defaultKnobs(),
    width: EDGE,
    height: EDGE,
    descriptors: [descriptor],
    draws: [{ program: 0, kind: 'triangles', primitives: new Array(LAYER_COUNT).fill(LAYER), samples: 1 }],
    schedule: '0x5eed',
  });
}
