import {
  factsOf,
  GENERATIONS,
  type Gfx,
  getUnusedCollisionBits,
  HWREG,
  PARAMETER_DWORDS,
  SCALAR,
} from '../../arch/index.js';
import { QUAD_COLUMN, QUAD_COLUMNS } from '../../transactions/index.js';
import { CHOICE } from '../choice-points.js';
import type { DeviceContext } from '../context.js';
import { findCoveredFragments } from '../db/overlap-tracker.js';
import { assert } from '../kernel/assert.js';
import type { Wave } from '../wave.js';
import type { DrawPlan } from './draw-plan.js';
import { loadScratch } from './scratch.js';
import { loadVectorInput } from './vector-inputs.js';

/** The unused bits of the collision argument, whose values are undefined (pops.md 5.1). */
const UNUSED_BITS: ReadonlyMap<Gfx, readonly number[]> = new Map(
  GENERATIONS.map((gfx) => [gfx, listBitPositions(getUnusedCollisionBits(factsOf(gfx)))]),
);

/** Loads the registers and parameters of a wave that is about to start (corpus README, "Initial state of a wave"). */
export function loadInitialState(context: DeviceContext, wave: Wave): void {
  const { plan, state } = wave;
  assert(wave.group === undefined, 'the wave is a pixel wave');
  assert(wave.quadCount * 4 <= context.lanes, "the wave's quads fit in its lanes");
  state.next = 0;
  state.hw.fill(0);
  state.hw[HWREG.MODE] = plan.mode;
  state.s.set(plan.program.constants, SCALAR.CONSTANTS);
  state.s.set(plan.userData, 0);
  state.s[plan.userData.length] = loadParameters(wave, plan);
  if (plan.collisionRegister !== undefined) {
    state.s[plan.collisionRegister] = plan.suppliesCollision ? collisionArgument(context, wave) : 0;
  }
  if (plan.scratch !== undefined) loadScratch(state, plan.scratch, wave.launch.scratchSlot);
  if (plan.intrawaveRegister !== undefined)
    state.s[plan.intrawaveRegister] = makeIntrawaveMask(context, wave);
  loadExec(wave);
  for (const input of plan.vectorInputs) loadVectorInput(wave, input);
}

function listBitPositions(mask: number): readonly number[] {
  return Array.from({ length: 32 }, (_, bit) => bit).filter((bit) => ((mask >>> bit) & 1) === 1);
}

function collisionArgument(context: DeviceContext, wave: Wave): number {
  const unused = UNUSED_BITS.get(context.gfx)!;
  assert(wave.id >= 0 && wave.id <= 0x3ff, 'an id fits in ten bits');
  assert(wave.overlap.newest >= 0 && wave.overlap.newest <= 0x3ff, 'the newest id fits in ten bits');
  const junk = context.choices.choose(CHOICE.COLLISION_JUNK, 1 << unused.length);
  let word =
    wave.id | (wave.overlap.newest << 16) | (wave.packer << 28) | (wave.overlap.didOverlap ? 0x80000000 : 0);
  for (let i = 0; i < unused.length; i++) word |= ((junk >>> i) & 1) << unused[i];
  return word;
}

/**
 * Returns a word whose low bits, one per quad, hold the layer mask. The bits above them are undefined (S-061, S-064).
 */
function makeIntrawaveMask({ lanes, choices }: DeviceContext, wave: Wave): number {
  const quads = lanes / 4;
  const junk = choices.choose(CHOICE.INTRAWAVE_JUNK, 1 << 16);
  // The junk is repeated because wave32 has more undefined bits than a single choice provides.
  return wave.intrawaveMask | ((junk | (junk << 16)) << quads);
}

function loadExec(wave: Wave): void {
  const exec = [0, 0];
  for (let quad = 0; quad < wave.quadCount; quad++) {
    exec[quad >> 3] |= findCoveredFragments(wave.quads, quad * QUAD_COLUMNS) << ((quad & 7) * 4);
  }
  wave.state.s[SCALAR.EXEC_LO] = exec[0];
  wave.state.s[SCALAR.EXEC_HI] = exec[1];
}

/**
 * Fills the LDS parameters one primitive at a time. Returns the prim-mask word for M0, in which bit 16 + i is
 * set if quad i + 1 starts a primitive.
 */
function loadParameters(wave: Wave, plan: DrawPlan): number {
  const { quads, quadCount, state } = wave;
  const firstQuads = [0];
  for (let quad = 1; quad < quadCount; quad++)
    if (getPrimitive(quads, quad) !== getPrimitive(quads, quad - 1)) firstQuads.push(quad);
  const primitiveDwords = plan.attributes * PARAMETER_DWORDS;
  let starts = 0;
  for (const [slot, quad] of firstQuads.entries()) {
    starts |= (1 << quad) >> 1;
    const primitive = getPrimitive(quads, quad) - plan.firstPrimitive;
    for (let attribute = 0; attribute < plan.attributes; attribute++) {
      const from = primitive * primitiveDwords + attribute * PARAMETER_DWORDS;
      const to = (attribute * firstQuads.length + slot) * PARAMETER_DWORDS;
      for (let i = 0; i < PARAMETER_DWORDS; i++) state.lds[to + i] = plan.draw.parameters[from + i];
    }
  }
  return starts << 16;
}

function getPrimitive(quads: Int32Array, quad: number): number {
  return quads[quad * QUAD_COLUMNS + QUAD_COLUMN.PRIMITIVE];
}
