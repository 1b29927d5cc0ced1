import { HWREG, SCALAR, type WaveState } from '../../wave-state.js';
import { flushesDenormals, getModeRequirement, requireMode } from '../float-mode.js';
import { SOURCE_DPP8_FETCH_INACTIVE } from '../formats/extension.js';
import { getComponentType } from '../operand-type.js';
import type { VectorRow } from '../rows/row.js';
import { getName } from '../rows/row-base.js';
import { getShape, getVectorSlots, type Slot, VGPR_BASE } from '../slots.js';
import { type Compile, type CompileContext, UnsupportedError } from './context.js';
import {
  type GatherRules,
  getDpp8Source,
  getDppSource,
  type LaneSource,
  makeGather,
  mayPreserveDestination,
} from './gather.js';
import { rejectTooManyScalars, rejectUnsupportedForm } from './legal-operands.js';
import { type GatheredDwords, getLoop, type Loop, type LoopShape } from './loop.js';
import type { ResultShape } from './loop-result.js';
import { type SourceShape, UNMODIFIED } from './loop-source.js';
import { compileRelativeVector } from './relative.js';
import {
  getRegisterCode,
  makePackedSources,
  makeResultShape,
  makeSourceShape,
  makeTiedHalves,
} from './vector-shape.js';

type Execute = (wave: WaveState) => number;

const { EXEC_LO, EXEC_HI } = SCALAR;

/** Creates storage for one dword per lane. */
export function createGatherBuffer(): GatheredDwords {
  const v = new Int32Array(64);
  return { v, vf: new Float32Array(v.buffer) };
}

const GATHERED = createGatherBuffer();

/** A vector operation with resolved operands, ready to run on any lanes. */
interface BoundOperation {
  readonly loop: (wave: WaveState) => Loop;
  /** Index of the destination's first element, or -1 if there is none. */
  readonly d: number;
  /** The scalar index of the mask result, or -1 if there is none. */
  readonly m: number;
  readonly indices: readonly number[];
}

/** Returns a function that picks a row's loop based on the wave's 32-bit denormal mode. Creates loops on first use. */
export function chooseLoop(row: VectorRow, shape: LoopShape): (wave: WaveState) => Loop {
  const saturates = shape.result?.clamp === true && row.exact !== undefined;
  const functions = { compute: saturates ? row.exact : row.compute, high: row.high, carry: row.carry };
  const createLoop = (flush: boolean) => getLoop({ ...shape, flush }, functions);
  let preservingLoop: Loop | undefined;
  let flushingLoop: Loop | undefined;
  const types = [...shape.sources.map(({ type }) => type), shape.result?.type];
  const requirement = getModeRequirement(types, row);
  const dependsOnDenormals = types.includes('f32');
  return (wave) => {
    const mode = wave.hw[HWREG.MODE];
    if ((mode & requirement.mask) !== requirement.value) requireMode(mode, requirement);
    if (row.flushes === true || (dependsOnDenormals && flushesDenormals(mode))) {
      flushingLoop ??= createLoop(true);
      return flushingLoop;
    }
    preservingLoop ??= createLoop(false);
    return preservingLoop;
  };
}

/** Collects the operands of an operation from its slots. */
class OperandCollector {
  readonly indices: number[] = [];
  d = -1;
  m = -1;
  result: ResultShape | undefined;
  readonly #sources: SourceShape[] = [];
  /** The sources as read for the high result of a packed operation. */
  readonly #highSources: SourceShape[] = [];

  constructor(
    readonly row: VectorRow,
    readonly context: CompileContext,
    readonly gatheredRegister: number,
  ) {}

  addVcc(): void {
    this.context.uses.scalar(SCALAR.VCC_LO, this.context.lanes / 32);
    const mask = { type: 'mask', from: 'scalar', implicitMask: SCALAR.VCC_LO, select: 'dword' } as const;
    this.#sources.push({ ...mask, ...UNMODIFIED });
  }

  get sources(): SourceShape[] {
    return [...this.#sources, ...this.#highSources];
  }

  add(slot: Slot): void {
    const code = this.context.code(slot);
    if (slot.role === 'src') this.#addSource(slot, code);
    else if (slot.type === 'mask') this.m = this.context.scalarDestination(code, 'mask');
    else {
      this.d = this.context.vector(getRegisterCode(code, slot.type, this.context), slot.type, 'dst');
      this.result = makeResultShape(this.row, code, this.context);
    }
  }

  #addSource(slot: Slot, code: number): void {
    const { context } = this;
    if (getComponentType(slot.type) !== undefined) {
      const [low, high] = makePackedSources(this.row, slot, code, context);
      this.#sources.push(low);
      this.#highSources.push(high);
      this.#addIndex(slot, code, slot.type);
      return;
    }
    if (slot.type === 'mask' && code >= VGPR_BASE)
      throw new UnsupportedError('vector register as a lane mask');
    const shape = makeSourceShape(this.row, slot, code, context);
    const register = getRegisterCode(code, slot.type, context) - VGPR_BASE;
    const isGathered = register >= 0 && register * context.lanes === this.gatheredRegister;
    this.#sources.push(isGathered ? { ...shape, from: 'gathered' } : shape);
    this.#addIndex(slot, code, shape.type);
  }

  /** Adds an operand's register index. Constants are read as `constantType`. */
  #addIndex(slot: Slot, code: number, constantType: SourceShape['type']): void {
    const { context } = this;
    const isScalar = code < VGPR_BASE;
    const register = getRegisterCode(code, slot.type, context);
    this.indices.push(
      isScalar ? context.scalarSource(code, constantType) : context.vector(register, slot.type, 'src'),
    );
  }

  /** Adds the old destination as the last source. */
  addTied(): void {
    const type = this.row.dst!;
    if (getComponentType(type) !== undefined) {
      const [low, high] = makeTiedHalves(type, this.indices.length);
      this.#sources.push(low);
      this.#highSources.push(high);
    } else this.#sources.push({ type, from: 'vector', select: this.result!.select, ...UNMODIFIED });
    this.indices.push(this.d);
  }
}

/**
 * Resolves a row's operands and records which registers they use.
 *
 * @param gatheredRegister first element of the VGPR whose value comes from the gathered dwords, or -2 if there is none
 */
export function bindOperation(
  row: VectorRow,
  slots: readonly Slot[],
  context: CompileContext,
  gatheredRegister = -2,
): BoundOperation {
  const collector = new OperandCollector(row, context, gatheredRegister);
  for (const slot of slots) collector.add(slot);
  if (row.tied) collector.addTied();
  if (row.readsVcc) collector.addVcc();
  const { sources, result, d, m, indices } = collector;
  context.markExec();
  if (row.tied || result?.unused === 'preserve') context.uses.vector(d / context.lanes);
  const shape: LoopShape = {
    name: getName(row, context.gfx),
    lanes: context.lanes,
    sources,
    hasMaskResult: row.carry !== undefined,
    passesLane: row.lane === true,
    flush: false,
    ...(result === undefined ? {} : { result }),
  };
  return { loop: chooseLoop(row, shape), d, m, indices };
}

/** Returns a function that runs an operation on the lanes enabled by EXEC. */
export function makeExecute({ loop, indices, d, m }: BoundOperation, gathered: GatheredDwords): Execute {
  const [a = 0, b = 0, c = 0] = indices;
  return (wave) => {
    const { s } = wave;
    loop(wave)(wave, s[EXEC_LO], s[EXEC_HI], gathered, d, m, a, b, c);
    return 0;
  };
}

function getGatherRules(context: CompileContext): GatherRules {
  if (context.raw.extension === 'dpp8') {
    const fetchInactive = context.field('src0') === SOURCE_DPP8_FETCH_INACTIVE;
    return { fetchInactive, zeroInvalidLanes: true, rowMask: 15, bankMask: 15 };
  }
  return {
    // Reserved on GFX9.
    fetchInactive: context.gfx !== 'gfx9' && context.field('fetch_inactive') !== 0,
    zeroInvalidLanes: context.field('bound_ctrl') !== 0,
    rowMask: context.field('row_mask'),
    bankMask: context.field('bank_mask'),
  };
}

/** Returns the lanes from which a DPP instruction reads its first source. */
function getLaneSource(context: CompileContext): LaneSource {
  const isDpp8 = context.raw.extension === 'dpp8';
  const source = isDpp8
    ? getDpp8Source(context.field('lanes'))
    : getDppSource(context.field('dpp_ctrl'), context.gfx);
  if (source === undefined) throw new UnsupportedError('reserved DPP control');
  return source;
}

/** Returns a function that gathers the first source and then runs the operation on the writable lanes. */
function makeGatheredExecute({ loop, indices, d, m }: BoundOperation, context: CompileContext): Execute {
  const source = getLaneSource(context);
  const rules = getGatherRules(context);
  if (d >= 0 && mayPreserveDestination(context.lanes, source, rules)) context.uses.vector(d / context.lanes);
  const [a = 0, b = 0, c = 0] = indices;
  const gather = makeGather(a, context.lanes, source, rules, GATHERED);
  const writable = { lo: 0, hi: 0 };
  return (wave) => {
    gather(wave, writable);
    loop(wave)(wave, writable.lo, writable.hi, GATHERED, d, m, a, b, c);
    return 0;
  };
}

/** Makes a comparison write its result to EXEC. On GFX9, the result also goes to the destination. */
function withExecWrite(execute: Execute, m: number, lanes: number): Execute {
  return (wave) => {
    execute(wave);
    wave.s[EXEC_LO] = wave.s[m];
    if (lanes === 64) wave.s[EXEC_HI] = wave.s[m + 1];
    return 0;
  };
}

/** Rejects unmodelled op_sel and neg settings. `allowedNeg` is the mask of `neg` bits that may be set. */
function rejectOpSelAndNeg(context: CompileContext, allowedNeg: number): void {
  const hasDefaultHalves = context.field('op_sel') === 0 && context.field('op_sel_hi') === 7;
  if (!hasDefaultHalves || (context.field('neg') & ~allowedNeg) !== 0 || context.field('neg_hi') !== 0)
    throw new UnsupportedError('unmodelled op_sel or neg');
}

/** Compiles vector ALU rows. */
export const compileVector: Compile<VectorRow> = (row, context) => {
  rejectUnsupportedForm(row, context);
  if (row.relative !== undefined) return compileRelativeVector(row, row.relative, context);
  if (row.requiresDefaultHalves) rejectOpSelAndNeg(context, row.signVariants === undefined ? 0 : 3);
  if (row.signVariants !== undefined)
    return compileVector(row.signVariants[context.field('neg') & 3], context);
  const slots = getVectorSlots(row, getShape(context.raw, context.gfx));
  rejectTooManyScalars(row, slots, context);
  const bound = bindOperation(row, slots, context);
  const target = row.writesExec && bound.m < 0 ? { ...bound, m: EXEC_LO } : bound;
  const isDpp = context.raw.extension === 'dpp16' || context.raw.extension === 'dpp8';
  const execute = isDpp ? makeGatheredExecute(target, context) : makeExecute(target, GATHERED);
  if (!row.writesExec) return { kind: 'alu', execute };
  context.defines.scalar(EXEC_LO, context.lanes / 32);
  return { kind: 'alu', execute: withExecWrite(execute, target.m, context.lanes) };
};
