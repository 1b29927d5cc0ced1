import { chipOf, findMax } from '../../arch/index.js';
import type { ProgramDescriptor, Scenario } from '../../transactions/index.js';
import { splitVertices } from '../scenes/geometry.js';
import { MINIMAL_UPDATE, repairDescriptor } from './repair.js';
import { toScenario } from './scenario.js';
import { MINIMAL_PROPERTIES, MINIMAL_SECTION } from './simpler.js';

/** A program with a single ordered update that is correct regardless of the caches. */
const MINIMAL_PROGRAM = {
  ...MINIMAL_PROPERTIES,
  coherence: 'all',
  section: { ...MINIMAL_SECTION, steps: [MINIMAL_UPDATE] },
} as const satisfies ProgramDescriptor;

/** The maximum width and height in pixels that the minimal program's buffers can hold. */
const MAX_SIDE = 512;
const MAX_SAMPLES = 8;

/**
 * Creates a scenario with the same primitives, chip, freedoms and hardware faults, but with a correct program and
 * correct registers. A failure that also occurs here is not caused by the original programs or registers. Returns
 * undefined if the scene is too large.
 */
export function withMinimalProgram({
  name,
  chip: chipName,
  wave,
  freedoms,
  draws,
  faults,
}: Scenario): Scenario | undefined {
  const chip = chipOf(chipName);
  const width = findMax(draws.map((draw) => draw.width));
  const height = findMax(draws.map((draw) => draw.height));
  if (Math.max(width, height) > MAX_SIDE) return undefined;
  const scenario = toScenario({
    name,
    chip,
    wave,
    freedoms,
    width,
    height,
    descriptors: [repairDescriptor(MINIMAL_PROGRAM, chip.gfx)],
    draws: draws.map((draw) => ({
      program: 0,
      kind: 'triangles',
      primitives: splitVertices(draw.vertices),
      samples: draw.samples > MAX_SAMPLES ? MAX_SAMPLES : draw.samples,
    })),
    schedule: '0x1',
  });
  return { ...scenario, faults };
}
