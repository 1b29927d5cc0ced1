import { EXIT_BY_EXPORT, WITH_WAVE_IDS } from '../../../arch/index.js';
import type { DrawState } from '../../evidence/facts/draw-state.js';
import type { Judgement } from '../../evidence/rule/judge-draws.js';
import {
  checkEachDraw,
  checkInterlockedDraws,
  requireField,
  requires,
} from '../../evidence/rule/judge-draws.js';
import { defineRule } from '../../kit.js';

/**
 * Checks the granularity (log2 of the sample count) at which a draw tracks overlap. A pixel interlock must track
 * whole pixels, since invocations may overlap without sharing a sample. A sample interlock tracks no more samples
 * than a coverage mask has; tracking fewer is legal, since it only adds ordering (S-116, S-117, S-120).
 */
const limitGranularity =
  (fieldName: string) =>
  (state: DrawState): Judgement => {
    const granularity = state.getField(fieldName);
    const { perSample, index } = state.facts;
    const maxSamplesLog2 = perSample ? state.exposedSamplesLog2 : 0;
    if (granularity === undefined || maxSamplesLog2 === undefined || granularity <= maxSamplesLog2)
      return 'ok';
    const interlock = perSample
      ? `a sample interlock with ${1 << maxSamplesLog2} exposed samples`
      : 'a pixel interlock';
    return {
      allowed: `For ${interlock}, ${fieldName} is at most ${maxSamplesLog2}.`,
      observed: `Draw ${index} sets ${fieldName} to ${granularity}, so overlapping invocations are treated as disjoint.`,
      hint: 'Check that the register matches the interlock that the shader declares, even after the sample count changes.',
    };
  };

/** Log2 of the maximum number of samples in a depth surface. */
const MAX_DEPTH_SAMPLES_LOG2 = 3;

/** Rules for enabling primitive ordering, and for the granularity at which overlap is tracked. */
export const GRANULARITY_RULES = [
  defineRule({
    id: 'CFG-05',
    text: 'Primitive ordering is on for shaders with an interlock.',
    statements: ['S-113', 'S-114', 'X-017'],
    create: checkInterlockedDraws(
      requires(
        'DB_SHADER_CONTROL.PRIMITIVE_ORDERED_PIXEL_SHADER',
        1,
        'Shaders with an interlock need primitive ordering',
      ),
    ),
  }),
  defineRule({
    id: 'CFG-06',
    text: 'POPS_OVERLAP_NUM_SAMPLES is no finer than the interlock.',
    generations: WITH_WAVE_IDS,
    statements: ['S-115', 'S-116', 'S-117', 'S-120'],
    create: checkInterlockedDraws(limitGranularity('DB_SHADER_CONTROL.POPS_OVERLAP_NUM_SAMPLES')),
  }),
  /** It would otherwise leave the overlap granularity to other state. */
  defineRule({
    id: 'CFG-07',
    text: 'Ordered draws override the intrinsic rate.',
    generations: EXIT_BY_EXPORT,
    statements: ['S-124'],
    create: checkInterlockedDraws(
      requires(
        'DB_SHADER_CONTROL.OVERRIDE_INTRINSIC_RATE_ENABLE',
        1,
        'An ordered draw sets its own overlap granularity',
      ),
    ),
  }),
  defineRule({
    id: 'CFG-08',
    text: 'OVERRIDE_INTRINSIC_RATE is no finer than the interlock.',
    generations: EXIT_BY_EXPORT,
    statements: ['S-123', 'S-125', 'S-148'],
    create: checkInterlockedDraws(limitGranularity('DB_SHADER_CONTROL.OVERRIDE_INTRINSIC_RATE')),
  }),
  /**
   * They size the coverage mask used for ordering, even without a depth buffer. Having more is legal; the maximum is
   * eight.
   */
  defineRule({
    id: 'CFG-09',
    text: 'There are at least as many depth samples as exposed samples.',
    generations: EXIT_BY_EXPORT,
    statements: ['S-128'],
    create: checkInterlockedDraws((state) => {
      const depth = state.getField('DB_Z_INFO.NUM_SAMPLES');
      const exposed = state.exposedSamplesLog2;
      if (depth === undefined || exposed === undefined || depth >= Math.min(exposed, MAX_DEPTH_SAMPLES_LOG2))
        return 'ok';
      return {
        allowed: 'DB_Z_INFO.NUM_SAMPLES is at least PA_SC_AA_CONFIG.MSAA_EXPOSED_SAMPLES.',
        observed: `Draw ${state.facts.index} has ${1 << depth} depth samples for ${1 << exposed} exposed samples, so overlaps in the remaining samples are missed.`,
        hint: 'Check what writes DB_Z_INFO when a render pass without depth follows another render pass, or when the sample count changes.',
      };
    }),
  }),
  /** Coverage masks have as many samples as are exposed. */
  defineRule({
    id: 'CFG-10',
    text: 'The number of exposed samples equals the sample count of the draw.',
    statements: ['S-118'],
    create: checkEachDraw((state) => {
      const { samples } = state.facts.draw;
      return requireField(
        state,
        'PA_SC_AA_CONFIG.MSAA_EXPOSED_SAMPLES',
        31 - Math.clz32(samples),
        `The draw has ${samples === 1 ? '1 sample' : `${samples} samples`}`,
      );
    }),
  }),
  defineRule({
    id: 'CFG-15',
    text: 'Primitive ordering is not switched off for the chip.',
    generations: WITH_WAVE_IDS,
    statements: ['S-114'],
    create: checkInterlockedDraws(requires('DB_DFSM_CONFIG.DISABLE_POPS', 0, 'The chip orders primitives')),
  }),
];
