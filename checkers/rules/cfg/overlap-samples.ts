import type { DrawState } from '../../evidence/facts/draw-state.js';
import type { Judgement } from '../../evidence/rule/judge-draws.js';

/**
 * Checks the sample granularity, as a log2, at which a draw tracks overlap. A pixel interlock must track whole
 * pixels, since invocations may overlap without having a sample in common. A sample interlock tracks no more
 * samples than a coverage mask has; fewer are legal, since they only add ordering (S-116, S-117, S-120).
 */
export function checkGranularity(state: DrawState, name: string): Judgement {
  const programmed = state.field(name);
  const { perSample, index } = state.facts;
  const maxSamplesLog2 = perSample ? state.exposedSamplesLog2 : 0;
  if (programmed === undefined || maxSamplesLog2 === undefined || programmed <= maxSamplesLog2) return 'ok';
  const interlock = perSample
    ? `a sample interlock with ${1 << maxSamplesLog2} exposed samples`
    : 'a pixel interlock';
  return {
    allowed: `For ${interlock}, ${name} is at most ${maxSamplesLog2}.`,
    observed: `Draw ${index} has ${programmed}, so overlapping invocations are treated as separate.`,
    hint: 'Check that the register matches the interlock that the shader declares, also after the sample count changes.',
  };
}
