import type { Gfx, WaveSize } from '../chips.js';
import { isFailure, type RawInstruction } from '../isa/decode/raw.js';
import { splitCached } from '../isa/decode/raw-cache.js';
import {
  DEPENDENCIES,
  type DependencyName,
  NO_DEPENDENCY_WAIT,
  readDependency,
} from '../isa/dependencies.js';
import type { Fields } from '../isa/formats/layout.js';
import type { DecodedProgram, Instruction } from '../isa/instruction.js';
import { fillsLds } from '../isa/rows/memory-row.js';
import { SCALAR } from '../wave-state.js';

/** Number of the first vector register. Scalar registers have the numbers of `SCALAR`. */
export const VECTOR_BASE = 256;

/**
 * The classes of instructions that hazards distinguish, as bits. `valu` excludes `vintrp`, the interpolations of GFX9
 * and GFX10; `vmem` includes the flat formats; `lds` includes loads into LDS, and `gds` excludes `lds`.
 */
export const CLASS = {
  valu: 1 << 0,
  salu: 1 << 1,
  smem: 1 << 2,
  vmem: 1 << 3,
  flat: 1 << 4,
  lds: 1 << 5,
  gds: 1 << 6,
  ldsDirect: 1 << 7,
  export: 1 << 8,
  trans: 1 << 9,
  vintrp: 1 << 10,
  branch: 1 << 11,
  dpp: 1 << 12,
  /** Reads a mask from an SGPR pair or VCC, one bit for each lane. */
  maskReader: 1 << 13,
  /** Compares and writes the result to EXEC. */
  cmpx: 1 << 14,
  message: 1 << 15,
  store: 1 << 16,
  buffer: 1 << 17,
  image: 1 << 18,
  loadToLds: 1 << 19,
  program: 1 << 20,
} as const;

/** What hazards need to know about an instruction. */
export interface HazardFacts {
  readonly instruction: Instruction;
  readonly mnemonic: string;
  readonly gfx: Gfx;
  readonly wave: WaveSize;
  /** The encoded fields; empty if the words cannot be split. */
  readonly fields: Fields;
  /** A union of `CLASS` bits. */
  readonly classes: number;
  /** The registers read and written, including EXEC, VCC, SCC and M0. */
  readonly reads: readonly number[];
  readonly writes: readonly number[];
  /** Number of wait states that the instruction takes: for `s_nop`, its immediate plus one. */
  readonly waitStates: number;
  /** The immediate of `s_waitcnt_depctr` or `s_wait_alu`; all ones for other instructions. */
  readonly dependencies: number;
}

const TRANSCENDENTAL = /^v_(?:exp|log|rcp|rcp_iflag|rsq|sqrt|sin|cos)_f(?:16|32|64)$/;
const MASK_READER = /^v_(?:cndmask_b\d+|addc_|subb_|subbrev_|add_co_ci|sub_co_ci|subrev_co_ci|div_fmas_)/;
/** The number of wait states of `s_nop` is in the low bits of its immediate. */
const NOP_MASK = 0xf;

/** The classes of the formats that are neither VOP (`valu`) nor SOP (`salu`), and of SOPP. */
const CLASSES_BY_FORMAT: Readonly<Partial<Record<RawInstruction['format'], number>>> = {
  sopp: CLASS.program,
  smem: CLASS.smem,
  vinterp: CLASS.valu,
  vintrp: CLASS.vintrp,
  ldsdir: CLASS.ldsDirect,
  mubuf: CLASS.vmem | CLASS.buffer,
  mtbuf: CLASS.vmem | CLASS.buffer,
  mimg: CLASS.vmem | CLASS.image,
  vsample: CLASS.vmem | CLASS.image,
  flat: CLASS.vmem,
  ds: CLASS.lds,
  exp: CLASS.export,
};

function classify({ row, format, fields, extension }: RawInstruction, instruction: Instruction): number {
  const { mnemonic, kind, memory } = instruction;
  let classes = CLASSES_BY_FORMAT[format] ?? (format.startsWith('vop') ? CLASS.valu : CLASS.salu);
  const set = (bit: number, applies: boolean) => {
    if (applies) classes |= bit;
  };
  set(CLASS.branch, kind === 'branch');
  set(CLASS.message, kind === 'message');
  set(CLASS.store, memory !== undefined && memory.access !== 'load');
  if (format === 'flat') set(CLASS.flat, fields.seg === 0);
  if (format === 'ds' && fields.gds === 1) classes = (classes & ~CLASS.lds) | CLASS.gds;
  if (row.family === 'memory' && (format === 'mubuf' || format === 'mtbuf' || format === 'flat'))
    set(CLASS.loadToLds, fillsLds(row, fields));
  if ((classes & CLASS.valu) === 0) return classes;
  set(CLASS.trans, TRANSCENDENTAL.test(mnemonic));
  set(CLASS.maskReader, MASK_READER.test(mnemonic));
  set(CLASS.dpp, extension === 'dpp16' || extension === 'dpp8');
  set(CLASS.cmpx, mnemonic.startsWith('v_cmpx_'));
  return classes;
}

/** Merges scalar and vector register numbers into one range. The wave's constants and pseudo-registers are left out. */
function numberRegisters({ scalars, vectors }: Instruction['uses']): number[] {
  const named = scalars.filter(
    (register) => register < SCALAR.CONSTANTS && register !== SCALAR.EXITING_WAVE_ID,
  );
  return [...named, ...vectors.map((register) => VECTOR_BASE + register)];
}

/** Facts by the words of an instruction, which programs share (`compileDraft`), and by wave size. */
const CACHE: Readonly<Record<WaveSize, WeakMap<readonly number[], HazardFacts>>> = {
  32: new WeakMap(),
  64: new WeakMap(),
};

/** Returns what hazards need to know about an instruction. */
export function getHazardFacts(instruction: Instruction, program: DecodedProgram): HazardFacts {
  const { gfx, wave } = program;
  const cached = CACHE[wave].get(instruction.words);
  if (cached !== undefined && cached.gfx === gfx) return cached;
  const facts = makeFacts(instruction, program);
  CACHE[wave].set(instruction.words, facts);
  return facts;
}

function makeFacts(instruction: Instruction, { gfx, set, wave }: DecodedProgram): HazardFacts {
  const { mnemonic, immediate, words } = instruction;
  const raw = words.length === 0 ? undefined : splitCached(words, 0, set);
  const isSplit = raw !== undefined && !isFailure(raw);
  return {
    instruction,
    mnemonic,
    gfx,
    wave,
    fields: isSplit ? raw.fields : {},
    classes: isSplit ? classify(raw, instruction) : 0,
    reads: numberRegisters(instruction.uses),
    writes: numberRegisters(instruction.defines),
    waitStates: mnemonic === 's_nop' ? (immediate & NOP_MASK) + 1 : 1,
    dependencies: DEPENDENCIES.has(mnemonic) ? immediate : NO_DEPENDENCY_WAIT,
  };
}

/** Whether an instruction is in any of the given classes. */
export function isIn(facts: HazardFacts, classes: number): boolean {
  return (facts.classes & classes) !== 0;
}

/** Whether an instruction waits until a dependency counter is at most `limit`. */
export function waitsForDependency(facts: HazardFacts, name: DependencyName, limit = 0): boolean {
  return facts.dependencies !== NO_DEPENDENCY_WAIT && readDependency(facts.dependencies, name) <= limit;
}

/** Whether an instruction waits until a memory counter is at most `limit`. */
export function waitsForCounter(
  { instruction: { wait } }: HazardFacts,
  counter: keyof NonNullable<Instruction['wait']>,
  limit = 0,
): boolean {
  return (wait?.[counter] ?? Number.POSITIVE_INFINITY) <= limit;
}
