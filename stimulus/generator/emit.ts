import type { ProgramDescriptor, SectionState, ShaderSections } from '../../transactions/index.js';
import { assembleWords, emitFlatPrimitive, translateNames } from '../dialect/index.js';
import { rawBufferDescriptor } from '../kit/draws.js';
import { separateParts } from '../programs/separate-hazards.js';
import { emitPart } from '../sections/assemble.js';
import { REGISTERS, type SectionTarget } from '../sections/part.js';
import { emitDescriptorLoads, GENERATED_OBJECTS } from './descriptor-set.js';
import { emitDiscard } from './discard.js';
import { Emission, type ProgramTarget } from './emission.js';
import {
  emitExitMessage,
  emitFirstPackerSetup,
  emitOutstandingLoadFold,
  emitProgramEnd,
  emitRepeatedEntry,
} from './entry.js';
import { emitColours, emitProgramExports } from './exports.js';
import { illegalReason } from './legality.js';
import { VECTOR } from './registers.js';
import { emitSection } from './shapes.js';
import { emitWork } from './work.js';

/** Log2 of an ordered buffer's pixel stride in bytes. */
export const PIXEL_SHIFT = 5;
/** Log2 of an ordered buffer's row stride in bytes. */
export const ROW_SHIFT = 11;

/** A generated program's machine code as 32-bit `words`, and how they are divided into parts (suites.md). */
export interface ProgramCode {
  readonly words: readonly number[];
  /** Present only for programs with a prolog and an epilog. */
  readonly sections?: ShaderSections;
}

/** Emits a descriptor's program as LLVM assembly; throws if `illegalReason` returns a reason. */
export function emitProgram(descriptor: ProgramDescriptor, target: ProgramTarget): string {
  return emitParts(descriptor, target).join('');
}

/** Assembles a descriptor's program; throws if `illegalReason` returns a reason. */
export function assembleDescriptor(descriptor: ProgramDescriptor, target: ProgramTarget): ProgramCode {
  const { gfx, wave } = target;
  const parts = separateParts(
    emitParts(descriptor, target).map((text) => assembleWords(text, gfx)),
    gfx,
    wave,
  );
  const words = parts.flat();
  if (descriptor.parts === undefined) return { words };
  return {
    words,
    sections: {
      placement: 'E02',
      state: getSectionState(descriptor),
      parts: (['prolog', 'main', 'epilog'] as const).map((part, i) => ({ part, words: parts[i]!.length })),
    },
  };
}

/** Emits the assembly of the prolog, main part and epilog. The prolog and epilog are empty if the program has none. */
function emitParts(descriptor: ProgramDescriptor, target: ProgramTarget): readonly [string, string, string] {
  const reason = illegalReason(descriptor, target.gfx);
  if (reason !== undefined) throw new Error(`cannot generate a program from this descriptor: ${reason}`);
  const emission = new Emission(descriptor, target);
  const main = translateNames(target.gfx, emitMain(emission));
  if (descriptor.parts === undefined) return ['', main, ''];
  const { address, bytes } = GENERATED_OBJECTS.stipple;
  const sectionTarget: SectionTarget = {
    ...target,
    placement: 'E02',
    state: getSectionState(descriptor),
    stippleDescriptor: rawBufferDescriptor(target.gfx, address, bytes),
  };
  return [emitPart(sectionTarget, 'prolog'), main, emitPart(sectionTarget, 'epilog')];
}

function emitMain(emission: Emission): string {
  const { descriptor } = emission;
  const { before, after, discards, section, exit, parts } = descriptor;
  const emitExitFor = (...kinds: readonly (typeof exit)[]): string =>
    kinds.includes(exit) && emission.exitState !== 'sent' ? emitExitMessage(emission) : '';
  return [
    emitFirstPackerSetup(emission),
    emitPreamble(emission),
    emitDescriptorLoads(emission),
    section.early ? emitRepeatedEntry(emission) : '',
    emitWork(emission, before),
    emitDiscard(emission, discards.before),
    emitSection(emission, section.early),
    emitOutstandingLoadFold(emission),
    emitDiscard(emission, discards.after),
    emitWork(emission, after),
    emitExitFor('message', 'late-message'),
    parts === undefined ? emitProgramExports(emission) : emitPartColours(parts.prolog === 'none'),
    emitExitFor('last-message'),
    parts === undefined ? emitProgramEnd(emission) : '',
    emission.emitTails(),
  ].join('');
}

/** Emits code that computes the primitive's number, the pixel's location in ordered memory, and an initial result. */
function emitPreamble({ dialect }: Emission): string {
  const { primitive, position, x, y, offset, result, data } = VECTOR;
  return `${emitFlatPrimitive(dialect, { value: primitive, loaded: `v${data}` })}
  v_lshrrev_b32_e32 ${y}, 16, ${position}
  v_and_b32_e32 ${x}, 0xffff, ${position}
  v_lshlrev_b32_e32 ${offset}, ${ROW_SHIFT}, ${y}
  v_lshl_add_u32 ${offset}, ${x}, ${PIXEL_SHIFT}, ${offset}
  ${dialect.add} ${result}, 1, ${primitive}`;
}

/**
 * Emits the colours that the main part passes to the epilog: its own, or the prolog's with the result added to the
 * first component.
 */
function emitPartColours(usesOwnColours: boolean): string {
  // The epilog's alpha test takes its reference from s4.
  const reference = '\n  s_mov_b32 s4, 0.5';
  if (usesOwnColours) return `${reference}${emitColours()}`;
  const fraction = `v${VECTOR.scratch}`;
  const [first] = REGISTERS.colours;
  return `${reference}
  v_cvt_f32_ubyte0_e32 ${fraction}, ${VECTOR.result}
  v_ldexp_f32 ${fraction}, ${fraction}, -8
  v_add_f32_e32 v${first}, ${fraction}, v${first}`;
}

/** Returns the state of the parts in the form that `../sections` uses: one colour, and no discard in the main part. */
function getSectionState({ parts, exports }: ProgramDescriptor): SectionState {
  if (parts === undefined) throw new Error('the program has no parts');
  return {
    ...parts,
    mainDiscard: 'none',
    outputs: 'one',
    conversion: exports.conversion,
    alphaToCoverage: false,
  };
}
