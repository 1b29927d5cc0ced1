import type { SectionShape, SectionStep } from '../../transactions/index.js';
import { emitAccess, getCoherence } from './access.js';
import { emitDemotion, emitDiscard, emitEndIfEmpty, emitLiveLaneSave, emitRejoin } from './discard.js';
import { type Emission, isAccess } from './emission.js';
import { emitRepeatedEntry, emitSectionEnd, emitSectionWait } from './entry.js';
import { VECTOR } from './registers.js';
import { emitWork } from './work.js';

type StepsEmitter = (steps: readonly SectionStep[]) => string;

/** The pieces from which each shape builds a section. */
interface SectionEmission {
  readonly emission: Emission;
  readonly emitSteps: StepsEmitter;
  /** Emits the wait before the shape's branches; empty if the branches contain the waits. */
  readonly enter: () => string;
  /** Emits the wait in each branch; empty if it comes before the branches. */
  readonly enterBranch: () => string;
}

/** Code that computes the lowest bit of the primitive's number. Lanes with even primitives enter the branch. */
const EVEN = `
  v_and_b32_e32 v${VECTOR.scratch}, 1, ${VECTOR.primitive}`;

const SHAPE_EMITTERS: Readonly<Record<SectionShape, (section: SectionEmission) => string>> = {
  none: () => '',
  empty: ({ emission, enter }) => `${enter()}${emitDiscard(emission, emission.descriptor.discards.inside)}`,
  plain: emitPlain,
  'uniform-if': emitUniformIf,
  'divergent-if': emitDivergentIf,
  loop: emitLoop,
  'divergent-loop': emitDivergentLoop,
  switch: emitSwitch,
  layers: emitLayers,
};

/**
 * Emits the ordered section, from its first wait to its end, in the shape that the descriptor specifies.
 *
 * @param isEntered whether the wait was already emitted, before earlier work
 */
export function emitSection(emission: Emission, isEntered: boolean): string {
  const { section, discards } = emission.descriptor;
  if (section.shape === 'none') return '';
  const coherence = getCoherence(emission.descriptor);
  const isNested = section.shape !== 'plain' && section.shape !== 'empty';
  const middle = section.steps.length >> 1;
  let emittedCount = 0;
  const demote = isNested ? emitDemotion : emitDiscard;
  const isAhead = section.entryPlace === 'ahead' || !isNested;
  const emitSteps: StepsEmitter = (list) =>
    list
      .map((step) => {
        const discard = emittedCount++ === middle ? demote(emission, discards.inside) : '';
        return `${discard}${isAccess(step) ? emitAccess(emission, step, coherence.get(step)!) : emitWork(emission, [step])}`;
      })
      .join('');
  const text = SHAPE_EMITTERS[section.shape]({
    emission,
    emitSteps,
    enter: () => (isAhead && !isEntered ? emitRepeatedEntry(emission) : ''),
    enterBranch: () => (isAhead ? '' : emitRepeatedEntry(emission)),
  });
  const endText = isNested && discards.inside !== 'none' ? emitEndIfEmpty(emission) : '';
  return `${text}${endText}${emitSectionEnd(emission)}`;
}

/** Emits consecutive sections. Each one after the first waits again, and only the last one sends the exit message. */
function emitPlain({ emission, emitSteps, enter }: SectionEmission): string {
  const { section } = emission.descriptor;
  return divideSteps(section.steps, section.pairs)
    .map((chunk, i) => `${i === 0 ? enter() : emitRepeatedEntry(emission)}${emitSteps(chunk)}`)
    .join('');
}

/** Divides the steps, in order, into `count` runs of nearly equal length; none is empty if there are enough steps. */
function divideSteps(steps: readonly SectionStep[], count: number): (readonly SectionStep[])[] {
  const start = (run: number): number => Math.floor((run * steps.length) / count);
  return Array.from({ length: count }, (_, run) => steps.slice(start(run), start(run + 1)));
}

/** Emits a uniform branch that depends on the wave's first fragment. */
function emitUniformIf({ emission, emitSteps, enter, enterBranch }: SectionEmission): string {
  const { scratch } = emission.scalars;
  const endLabel = emission.label('end');
  const { exec, mask } = emission.dialect;
  return `${enter()}${emitLiveLaneSave(emission)}
  s_mov_${mask} ${emission.scalars.saved}, ${exec}
  v_readfirstlane_b32 ${scratch}, ${VECTOR.primitive}
  s_bitcmp1_b32 ${scratch}, 0
  s_cbranch_scc1 ${endLabel}${enterBranch()}${emitSteps(emission.descriptor.section.steps)}${emitRejoin(emission, emission.scalars.saved)}
${endLabel}:`;
}

function emitDivergentIf({ emission, emitSteps, enter, enterBranch }: SectionEmission): string {
  const { mask, vcc } = emission.dialect;
  const { saved } = emission.scalars;
  const endLabel = emission.label('end');
  return `${enter()}${emitLiveLaneSave(emission)}${EVEN}
  v_cmp_eq_u32_e32 ${vcc}, 0, v${VECTOR.scratch}
  s_and_saveexec_${mask} ${saved}, ${vcc}
  s_cbranch_execz ${endLabel}${enterBranch()}${emitSteps(emission.descriptor.section.steps)}
${endLabel}:${emitRejoin(emission, saved)}`;
}

function emitLoop({ emission, emitSteps, enter, enterBranch }: SectionEmission): string {
  const { mask, exec } = emission.dialect;
  const { trips, saved } = emission.scalars;
  const loopLabel = emission.label('trip');
  return `${enter()}${emitLiveLaneSave(emission)}
  s_mov_${mask} ${saved}, ${exec}
  s_mov_b32 ${trips}, ${emission.descriptor.section.trips}
${loopLabel}:${enterBranch()}${emitSteps(emission.descriptor.section.steps)}
  s_add_i32 ${trips}, ${trips}, -1
  s_cmp_lg_u32 ${trips}, 0
  s_cbranch_scc1 ${loopLabel}${emitRejoin(emission, saved)}`;
}

/** Emits a loop in which the number of iterations varies with the lane's primitive, up to the descriptor's `trips`. */
function emitDivergentLoop({ emission, emitSteps, enter, enterBranch }: SectionEmission): string {
  const { mask, exec, vcc, add } = emission.dialect;
  const { saved } = emission.scalars;
  const loopLabel = emission.label('trip');
  return `${enter()}${emitLiveLaneSave(emission)}
  s_mov_${mask} ${saved}, ${exec}
  v_and_b32_e32 ${VECTOR.trips}, ${emission.descriptor.section.trips - 1}, ${VECTOR.primitive}
${loopLabel}:${enterBranch()}${emitSteps(emission.descriptor.section.steps)}
  v_cmp_ne_u32_e32 ${vcc}, 0, ${VECTOR.trips}
  ${add} ${VECTOR.trips}, -1, ${VECTOR.trips}
  s_and_${mask} ${exec}, ${exec}, ${vcc}
  s_cbranch_execnz ${loopLabel}${emitRejoin(emission, saved)}`;
}

/** Emits a switch that divides the steps among its arms. A lane's primitive selects its arm. */
function emitSwitch({ emission, emitSteps, enter, enterBranch }: SectionEmission): string {
  const { mask, exec, vcc } = emission.dialect;
  const { saved } = emission.scalars;
  const { section } = emission.descriptor;
  const arms = divideSteps(section.steps, section.trips).map((chunk, arm) => {
    const endLabel = emission.label('arm_end');
    const isLast = arm === section.trips - 1;
    return `${emitRejoin(emission, saved)}
  v_and_b32_e32 v${VECTOR.scratch}, 3, ${VECTOR.primitive}
  v_cmp_${isLast ? 'le' : 'eq'}_u32_e32 ${vcc}, ${arm}, v${VECTOR.scratch}
  s_and_${mask} ${exec}, ${exec}, ${vcc}
  s_cbranch_execz ${endLabel}${enterBranch()}${emitSteps(chunk)}
${endLabel}:`;
  });
  return `${enter()}${emitLiveLaneSave(emission)}
  s_mov_${mask} ${saved}, ${exec}${arms.join('')}${emitRejoin(emission, saved)}`;
}

/**
 * Emits a section that runs layer by layer, since lanes of the same wave may overlap. Each set bit of the intrawave
 * argument starts a layer at that quad, and a layer's accesses complete before the next layer starts (S-061 to S-067).
 */
function emitLayers({ emission, emitSteps, enter }: SectionEmission): string {
  const { mask, exec } = emission.dialect;
  const { layers, layerStart, scratch, lanes, laterLanes, saved, otherScratch } = emission.scalars;
  // The bits above the quads are meaningless. Quad 0 starts the first layer regardless of bit 0 (S-064; pops.md 5.2).
  const quadMask = emission.wave === 64 ? '0xfffe' : '0xfe';
  const loopLabel = emission.label('layer');
  const lastLabel = emission.label('last_layer');
  const endLabel = emission.label('layers_end');
  return `${enter()}${emitLiveLaneSave(emission)}
  s_and_b32 ${layers}, s7, ${quadMask}
  s_mov_${mask} ${saved}, ${exec}
  s_mov_b32 ${layerStart}, 0
${loopLabel}:
  s_lshl_${mask} ${lanes}, -1, ${layerStart}
  s_ff1_i32_b32 ${scratch}, ${layers}
  s_lshl_b32 ${layerStart}, ${scratch}, 2
  s_cmp_eq_u32 ${layers}, 0
  s_cbranch_scc1 ${lastLabel}
  s_lshl_${mask} ${laterLanes}, -1, ${layerStart}
  s_andn2_${mask} ${lanes}, ${lanes}, ${laterLanes}
${lastLabel}:
  s_and_${mask} ${exec}, ${saved}, ${lanes}${emitSteps(emission.descriptor.section.steps)}${emitSectionWait(emission)}
  s_cmp_eq_u32 ${layers}, 0
  s_cbranch_scc1 ${endLabel}
  s_sub_u32 ${otherScratch}, ${layers}, 1
  s_and_b32 ${layers}, ${layers}, ${otherScratch}
  s_branch ${loopLabel}
${endLabel}:${emitRejoin(emission, saved)}`;
}
