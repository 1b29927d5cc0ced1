import { HWREG, SCALAR, type WaveState } from '../../wave-state.js';
import { isGfx10Plus } from '../generation.js';
import { isFloat, isHalfWide } from '../operand-type.js';
import { nameOf, type VectorRow } from '../rows/row.js';
import { type Slot, shapeOf, VGPR_BASE, vectorSlots } from '../slots.js';
import type { Compile } from './compiled.js';
import { type CompileContext, Unsupported } from './context.js';
import { dependsOnDenormals, type Gathered, type Loop, type LoopShape, loopOf } from './loop.js';
import type { ResultShape } from './loop-result.js';
import { SELECTORS, type Selector, type SourceShape } from './loop-source.js';

/** Both bits of MODE's 32-bit denormal field: denormals are kept. */
const KEEP_DENORMALS = 0x30;

const NOTHING_GATHERED: Gathered = gatheredDwords();

/** Room for one dword of each lane. */
export function gatheredDwords(): Gathered {
  const v = new Int32Array(64);
  return { v, vf: new Float32Array(v.buffer) };
}

function isLong(context: CompileContext): boolean {
  const { format } = context.raw;
  return format === 'vop3' || format === 'vop3sd';
}

/** Modifiers of a source: from the long form's bit masks, or from SDWA's or DPP's word. */
function modifierOf(context: CompileContext, name: 'neg' | 'abs', source: number): boolean {
  if (isLong(context)) return ((context.field(name) >>> source) & 1) !== 0;
  return context.field(`src${source}_${name}`) !== 0;
}

function selectorOf(slot: Slot, context: CompileContext): Selector {
  const { extension } = context.raw;
  if (extension === 'sdwa' && slot.source < 2) {
    const selector = SELECTORS[context.field(`src${slot.source}_sel`)];
    if (selector === undefined) throw new Unsupported('reserved SDWA selector');
    return selector;
  }
  if (!isHalfWide(slot.type)) return 'dword';
  return isLong(context) && ((context.field('op_sel') >>> slot.source) & 1) !== 0 ? 'word1' : 'word0';
}

function sourceShape(slot: Slot, code: number, context: CompileContext): SourceShape {
  const gathered =
    (context.raw.extension === 'dpp16' || context.raw.extension === 'dpp8') && slot.source === 0;
  const from = code < VGPR_BASE ? 'scalar' : 'vector';
  return {
    type: slot.type,
    from: gathered ? 'gathered' : from,
    select: selectorOf(slot, context),
    signed: context.field(`src${slot.source}_sext`) !== 0,
    abs: modifierOf(context, 'abs', slot.source),
    neg: modifierOf(context, 'neg', slot.source),
  };
}

const UNUSED = ['pad', 'sext', 'preserve'] as const;

function destinationPart(row: VectorRow, context: CompileContext): Pick<ResultShape, 'select' | 'unused'> {
  if (context.raw.extension === 'sdwa') {
    const select = SELECTORS[context.field('dst_sel')];
    const unused = UNUSED[context.field('dst_unused')];
    if (select === undefined || unused === undefined) throw new Unsupported('reserved SDWA destination');
    return { select, unused };
  }
  if (!isHalfWide(row.dst!)) return { select: 'dword', unused: 'pad' };
  const high = isLong(context) && (context.field('op_sel') & 8) !== 0;
  const keep = high || isGfx10Plus(context.gfx);
  return { select: high ? 'word1' : 'word0', unused: keep ? 'preserve' : 'pad' };
}

function resultShape(row: VectorRow, context: CompileContext): ResultShape | undefined {
  if (row.dst === undefined) return undefined;
  const clamp = context.field('clamp') !== 0;
  if (clamp && !isFloat(row.dst)) throw new Unsupported(`clamp of ${nameOf(row, context.gfx)}`);
  return { type: row.dst, ...destinationPart(row, context), clamp, omod: context.field('omod') };
}

/** A row's loop for both modes of 32-bit denormals; each is made when it is first needed. */
function chooseLoop(row: VectorRow, shape: LoopShape): (wave: WaveState) => Loop {
  const meaning = { meaning: row.meaning, high: row.high, carry: row.carry };
  let kept: Loop | undefined;
  let flushed: Loop | undefined;
  const matters = dependsOnDenormals(shape.sources, shape.result?.type);
  return (wave) => {
    if (matters && (wave.hw[HWREG.MODE] & KEEP_DENORMALS) !== KEEP_DENORMALS) {
      flushed ??= loopOf({ ...shape, flush: true }, meaning);
      return flushed;
    }
    kept ??= loopOf({ ...shape, flush: false }, meaning);
    return kept;
  };
}

interface Bound {
  readonly loop: (wave: WaveState) => Loop;
  readonly d: number;
  readonly m: number;
  /** Compares of GFX9 write EXEC besides their destination. */
  readonly copyToExec: boolean;
  readonly indices: readonly number[];
}

function bind(row: VectorRow, context: CompileContext): Bound {
  const slots = vectorSlots(row, shapeOf(context.raw, context.gfx));
  const sources: SourceShape[] = [];
  const indices: number[] = [];
  let d = -1;
  let m = -1;
  for (const slot of slots) {
    const code = context.code(slot);
    if (slot.role === 'src') {
      sources.push(sourceShape(slot, code, context));
      const index =
        code < VGPR_BASE ? context.scalarSource(code, slot.type) : context.vector(code, slot.type, 'src');
      indices.push(index);
    } else if (slot.type === 'mask') m = context.scalarDestination(code, 'mask');
    else d = context.vector(code, slot.type, 'dst');
  }
  if (row.tied) {
    sources.push({ type: row.dst!, from: 'vector', select: 'dword', signed: false, abs: false, neg: false });
    indices.push(d);
  }
  const result = resultShape(row, context);
  const mask = row.carry !== undefined;
  const base = { name: nameOf(row, context.gfx) || nameOf(row, 'gfx9'), lanes: context.lanes, sources, mask };
  const shape = { ...base, lane: row.lane === true, flush: false };
  const loop = chooseLoop(row, result === undefined ? shape : { ...shape, result });
  return { loop, d, m, copyToExec: row.writesExec === true, indices };
}

function markImplicit(row: VectorRow, context: CompileContext, bound: Bound): void {
  context.usesExec();
  if (row.writesExec) context.defines.scalar(SCALAR.EXEC_LO, context.lanes / 32);
  const preserves = resultShape(row, context)?.unused === 'preserve';
  if (row.tied || preserves) context.uses.vector(bound.d / context.lanes);
}

function executeCompare({ loop, indices: [a, b, c], m }: Bound, lanes: number): (wave: WaveState) => number {
  const { EXEC_LO, EXEC_HI } = SCALAR;
  const target = m < 0 ? EXEC_LO : m;
  return (wave) => {
    const { s } = wave;
    loop(wave)(wave, s[EXEC_LO], s[EXEC_HI], NOTHING_GATHERED, -1, target, a!, b!, c!);
    s[EXEC_LO] = s[target];
    if (lanes === 64) s[EXEC_HI] = s[target + 1];
    return 0;
  };
}

function executePlain({ loop, indices, d, m }: Bound): (wave: WaveState) => number {
  const { EXEC_LO, EXEC_HI } = SCALAR;
  const [a = 0, b = 0, c = 0] = indices;
  return (wave) => {
    const { s } = wave;
    loop(wave)(wave, s[EXEC_LO], s[EXEC_HI], NOTHING_GATHERED, d, m, a, b, c);
    return 0;
  };
}

/** Compiles vector ALU rows. */
export const compileVector: Compile<VectorRow> = (row, context) => {
  if (context.raw.extension === 'dpp16' || context.raw.extension === 'dpp8') throw new Unsupported('DPP');
  const bound = bind(row, context);
  markImplicit(row, context, bound);
  const execute = bound.copyToExec ? executeCompare(bound, context.lanes) : executePlain(bound);
  return { kind: 'alu', execute };
};
