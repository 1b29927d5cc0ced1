import type { DrawState } from '../../evidence/facts/draw-state.js';
import type { Judgement } from '../../evidence/rule/judge-draws.js';

/**
 * Checks the granularity (log2 of the sample count) at which a draw tracks overlap. A pixel interlock must track
 * whole pixels, since invocations may overlap without sharing a sample. A sample interlock tracks no more samples
 * than a coverage mask has; tracking fewer is legal, since it only adds ordering (S-116, S-117, S-120).
 */
export function checkGranularity(state: DrawState, fieldName: string): Judgement {
  const granularity = state.getField(fieldName);
  const { perSample, index } = state.facts;
  const maxSamplesLog2 = perSample ? state.exposedSamplesLog2 : 0;
  if (granularity === undefined || maxSamplesLog2 === undefined || granularity <= maxSamplesLog2) return 'ok';
  const interlock = perSample
    ? `a sample interlock with ${1 << maxSamplesLog2} exposed samples`
    : 'a pixel interlock';
  return {
    allowed: `For ${interlock}, ${fieldName} is at most ${maxSamplesLog2}.`,
    observed: `Draw ${index} has ${granularity}, so overlapping invocations are treated as disjoint.`,
    hint: 'Check that the register matches the interlock that the shader declares, even after the sample count changes.',
  };
}
