import type { DiscardLanes } from '../../transactions/index.js';
import type { Emission } from './emission.js';
import { emitEarlyExit } from './entry.js';
import { VECTOR } from './registers.js';

/** Code that leaves the mask of the surviving lanes in VCC. */
const SURVIVING_LANES: Readonly<Record<Exclude<DiscardLanes, 'none'>, (emission: Emission) => string>> = {
  primitives: ({ dialect }) => `
  v_and_b32_e32 v${VECTOR.scratch}, 3, ${VECTOR.primitive}
  v_cmp_ne_u32_e32 ${dialect.vcc}, 3, v${VECTOR.scratch}`,
  pixels: ({ dialect }) => `
  v_xor_b32_e32 v${VECTOR.scratch}, ${VECTOR.y}, ${VECTOR.x}
  v_and_b32_e32 v${VECTOR.scratch}, 1, v${VECTOR.scratch}
  v_cmp_eq_u32_e32 ${dialect.vcc}, 0, v${VECTOR.scratch}`,
  all: ({ dialect }) => `
  s_mov_${dialect.mask} ${dialect.vcc}, 0`,
};

/** Emits code that discards fragments while all live lanes of the wave are active; the wave ends if no lane remains. */
export function emitDiscard(emission: Emission, lanes: DiscardLanes): string {
  if (lanes === 'none') return '';
  const { mask, exec, vcc } = emission.dialect;
  return `${SURVIVING_LANES[lanes](emission)}
  s_and_${mask} ${exec}, ${exec}, ${vcc}${emitEndIfEmpty(emission)}`;
}

/**
 * Emits code that discards fragments inside a conditional block; their lanes are disabled and stay disabled after the
 * block.
 */
export function emitDemotion(emission: Emission, lanes: DiscardLanes): string {
  if (lanes === 'none') return '';
  const { mask, exec, vcc } = emission.dialect;
  const { live, lanes: discarded } = emission.scalars;
  return `${SURVIVING_LANES[lanes](emission)}
  s_andn2_${mask} ${discarded}, ${exec}, ${vcc}
  s_andn2_${mask} ${live}, ${live}, ${discarded}
  s_and_${mask} ${exec}, ${exec}, ${vcc}`;
}

/** Emits code that records the live lanes before a conditional block that contains a discard. */
export function emitLiveLaneSave({ descriptor, dialect, scalars }: Emission): string {
  if (descriptor.discards.inside === 'none') return '';
  return `
  s_mov_${dialect.mask} ${scalars.live}, ${dialect.exec}`;
}

/** Emits code that re-enables the lanes that a conditional block disabled, except those that it discarded. */
export function emitRejoin(emission: Emission, saved: string): string {
  const { mask, exec } = emission.dialect;
  if (emission.descriptor.discards.inside === 'none') {
    return `
  s_mov_${mask} ${exec}, ${saved}`;
  }
  return `
  s_and_${mask} ${exec}, ${saved}, ${emission.scalars.live}`;
}

/** Emits code that ends the wave if it has no lanes left. */
export function emitEndIfEmpty(emission: Emission): string {
  const exit = emitEarlyExit(emission);
  if (emission.descriptor.parts === undefined) {
    return `
  s_cbranch_execz ${emission.tail('no_lanes', exit)}`;
  }
  // Control falls through from one part to the next, so nothing can be placed after a part.
  const kept = emission.label('kept');
  return `
  s_cbranch_execnz ${kept}${exit}
${kept}:`;
}
