import type { Chip } from '../arch/index.js';
import { assert } from './kernel/assert.js';

/** Number of SIMDs per work-group processor, each with its own sequencer (P-036, P-111). */
export const SIMDS_PER_WGP = 4;

/** Number of compute units per work-group processor (P-037). */
export const CUS_PER_WGP = 2;

/** Number of SIMDs per compute unit. Their sequencers share the path to the texture unit, L0 and the LDS (P-113). */
const SIMDS_PER_CU = SIMDS_PER_WGP / CUS_PER_WGP;

/**
 * The SIMDs of a work-group processor in the order in which slots are assigned, alternating between compute units.
 */
const SLOT_ORDER = [0, 2, 1, 3];

/** Where waves in a slot run. All numbers are unique across the engine. */
export interface Place {
  readonly simd: number;
  /** The SIMD's compute unit. */
  readonly cu: number;
  /** The SIMD's work-group processor. */
  readonly wgp: number;
  /** The SIMD's shader array. */
  readonly shaderArray: number;
}

/** Returns the number of SIMDs in a chip's modelled engine. */
export function countSimds(chip: Chip): number {
  return chip.shaderArrays * chip.wgpsPerArray * SIMDS_PER_WGP;
}

/** Returns the number of compute units in a chip's modelled engine. */
export function countCus(chip: Chip): number {
  return chip.shaderArrays * chip.wgpsPerArray * CUS_PER_WGP;
}

/**
 * Returns the compute unit of a SIMD. The four SIMDs of a processor form two pairs, each with a texture unit and an L0
 * (P-095, P-113).
 */
export function getCu(simd: number): number {
  return Math.floor(simd / SIMDS_PER_CU);
}

/** Returns the shader array of a compute unit. */
export function findShaderArray({ wgpsPerArray }: Chip, cu: number): number {
  return Math.floor(cu / (CUS_PER_WGP * wgpsPerArray));
}

/** Cached places by chip, since they depend only on the chip. */
const PLACES = new WeakMap<Chip, Place[]>();

/** Returns the places of a chip's wave slots, indexed by slot number. The list has at least `slots` entries. */
export function listPlaces(chip: Chip, slots: number): readonly Place[] {
  const places = PLACES.get(chip) ?? [];
  while (places.length < slots) places.push(placeOf(chip, places.length));
  PLACES.set(chip, places);
  return places;
}

/**
 * Returns the place of a wave slot. Slots rotate through the arrays, then the work-group processors, then the SIMDs, so
 * that even a few waves are spread across the engine.
 */
export function placeOf(chip: Chip, slot: number): Place {
  const { shaderArrays, wgpsPerArray } = chip;
  const shaderArray = slot % shaderArrays;
  const indexInArray = Math.floor(slot / shaderArrays);
  const wgp = shaderArray * wgpsPerArray + (indexInArray % wgpsPerArray);
  const indexInWgp = SLOT_ORDER[Math.floor(indexInArray / wgpsPerArray) % SIMDS_PER_WGP];
  const simd = wgp * SIMDS_PER_WGP + indexInWgp;
  assert(simd >= 0 && simd < countSimds(chip), "a slot is on one of the engine's SIMDs");
  assert(
    findShaderArray(chip, getCu(simd)) === shaderArray,
    'a compute unit and its slots are in one shader array',
  );
  return { simd, cu: getCu(simd), wgp, shaderArray };
}
