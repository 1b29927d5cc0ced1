import { getCounter } from '../../counters.js';
import { isAtLeast } from '../../since-generation.js';
import { HWREG, SCALAR, type WaveState } from '../../wave-state.js';
import { joinAddress } from '../addressing.js';
import { getNullCode } from '../generation.js';
import type { MemoryOperation } from '../instruction.js';
import type { ControlName, ControlRow } from '../rows/row.js';
import { MIN_BYPASS_SCOPE } from '../scope.js';
import { decodeWait, waitForAll } from '../waits.js';
import { getCacheBits } from './buffer-address.js';
import { type Compile, type CompileContext, type CompiledInstruction, UnsupportedError } from './context.js';

type Execute = (wave: WaveState) => number;
type Handler = (row: ControlRow, context: CompileContext) => CompiledInstruction;

function makeCondition(control: ControlName, context: CompileContext): Execute {
  const { lanes } = context;
  if (control === 'scc0' || control === 'scc1') {
    context.uses.scalar(SCALAR.SCC);
    return control === 'scc1' ? ({ s }) => s[SCALAR.SCC] & 1 : ({ s }) => (s[SCALAR.SCC] & 1) ^ 1;
  }
  if (!control.endsWith('z')) return control === 'never' ? () => 0 : () => 1;
  const low = control.startsWith('vcc') ? SCALAR.VCC_LO : SCALAR.EXEC_LO;
  const high = lanes === 64 ? low + 1 : low;
  context.uses.scalar(low, lanes / 32);
  if (control.endsWith('nz')) return ({ s }) => ((s[low] | s[high]) === 0 ? 0 : 1);
  return ({ s }) => ((s[low] | s[high]) === 0 ? 1 : 0);
}

const branch: Handler = (row, context) => {
  const offset = (context.field('simm16') << 16) >> 16;
  return {
    kind: 'branch',
    execute: makeCondition(row.control, context),
    targetPc: context.pc + 4 + offset * 4,
  };
};

const wait: Handler = ({ waits }, context) => {
  const immediate = context.field('simm16');
  const count = context.raw.fields.sdst;
  if (count !== undefined && count !== getNullCode(context.gfx))
    throw new UnsupportedError('count in a scalar register');
  return { kind: 'waitcnt', immediate, wait: decodeWait(waits!, immediate, context.gfx) };
};

const setpc: Handler = (_row, context) => {
  const source = context.scalarSource(context.field('ssrc0'), 'b64');
  return { kind: 'setpc', execute: ({ s }) => joinAddress(s[source], s[source + 1]) };
};

/** Returns a function that writes the address of the next instruction to the destination and returns `result`. */
function makeLink(context: CompileContext, result = 0): Execute {
  const destination = context.scalarDestination(context.field('sdst'), 'b64');
  const next = context.pc + 4;
  return ({ s }) => {
    s[destination] = next;
    s[destination + 1] = 0;
    return result;
  };
}

const getpc: Handler = (_row, context) => ({ kind: 'alu', execute: makeLink(context) });

/** Compiles a jump to the address in a register pair. The return address may overwrite the same pair. */
const swappc: Handler = (_row, context) => {
  const source = context.scalarSource(context.field('ssrc0'), 'b64');
  const link = makeLink(context);
  return {
    kind: 'setpc',
    execute: (wave) => {
      const address = joinAddress(wave.s[source], wave.s[source + 1]);
      link(wave);
      return address;
    },
  };
};

/** Compiles a branch that is always taken and saves the return address. */
const call: Handler = (row, context) => ({ ...branch(row, context), execute: makeLink(context, 1) });

/** Compiles cache invalidations. Code is immutable, so invalidating the instruction cache has no visible effect. */
const invalidate: Handler = ({ invalidates = [] }, { raw }) => {
  const { scope } = raw.fields;
  const caches = invalidates.filter(
    (cache) => cache !== 'instruction' && (scope === undefined || scope >= MIN_BYPASS_SCOPE),
  );
  return caches.length === 0 ? { kind: 'nop' } : { kind: 'invalidate', invalidates: caches };
};

/**
 * Compiles a write-back as a store with no active lanes, which completes once earlier stores have reached GL2.
 */
const writeBack: Handler = (_row, context) => {
  const memory: MemoryOperation = {
    space: 'global',
    access: 'store',
    returns: false,
    bytes: 4,
    dwords: 0,
    counter: getCounter(context.gfx, 'store'),
    ...getCacheBits(context),
    writesBack: true,
    prepare: (_wave, request) => {
      request.lanesLo = 0;
      request.lanesHi = 0;
    },
    deliver: () => undefined,
  };
  return { kind: 'memory', memory };
};

type HardwareField = NonNullable<CompiledInstruction['hwreg']>;

/** Decodes an immediate into a hardware register, lowest bit and width: id | offset << 6 | (size - 1) << 11. */
function decodeField(immediate: number): HardwareField {
  return { id: immediate & 0x3f, offset: (immediate >>> 6) & 31, size: (immediate >>> 11) + 1 };
}

function getFieldMask({ offset, size }: HardwareField): number {
  return (size >= 32 ? -1 : (1 << size) - 1) << offset;
}

function makeFieldWriter(field: HardwareField, source: (wave: WaveState) => number): Execute {
  const mask = getFieldMask(field);
  const { id, offset } = field;
  return (wave) => {
    if (id < wave.hw.length) wave.hw[id] = (wave.hw[id] & ~mask) | ((source(wave) << offset) & mask);
    return 0;
  };
}

/** Number of the GFX12 register whose lowest bits turn the hardware's own waits off (expert scheduling). */
const SCHED_MODE = 26;

/** Decodes the field that an instruction writes. Programs that may turn the hardware's waits off are refused. */
function decodeWrittenField(context: CompileContext, value?: number): HardwareField {
  const hwreg = decodeField(context.field('simm16'));
  if (isAtLeast(context.gfx, 'gfx12') && hwreg.id === SCHED_MODE && value !== 0)
    throw new UnsupportedError('expert scheduling mode');
  return hwreg;
}

const setreg: Handler = (_row, context) => {
  const hwreg = decodeWrittenField(context);
  const source = context.scalarSource(context.field('sdst'), 'b32');
  return { kind: 'setreg', hwreg, execute: makeFieldWriter(hwreg, ({ s }) => s[source]) };
};

const setregImmediate: Handler = (_row, context) => {
  const { literal } = context.raw;
  const hwreg = decodeWrittenField(context, literal);
  return { kind: 'setreg', hwreg, execute: makeFieldWriter(hwreg, () => literal) };
};

const getreg: Handler = (_row, context) => {
  const field = decodeField(context.field('simm16'));
  const destination = context.scalarDestination(context.field('sdst'), 'b32');
  const mask = getFieldMask(field);
  return {
    kind: 'alu',
    execute: ({ s, hw }) => {
      s[destination] = ((hw[field.id] ?? 0) & mask) >>> field.offset;
      return 0;
    },
  };
};

/** Compiles writes to four MODE bits: rounding at bit 0, or denormals at bit 4. */
function makeModeWriter(offset: number): Handler {
  return (_row, context) => {
    const hwreg = { id: HWREG.MODE, offset, size: 4 };
    const value = context.field('simm16') & 15;
    return { kind: 'setreg', hwreg, execute: makeFieldWriter(hwreg, () => value) };
  };
}

const compileSimple: Handler = (row, context) => ({ kind: row.kind, immediate: context.field('simm16') });

/** Compiles a message, whose payload is M0. */
const message: Handler = (row, context) => {
  context.uses.scalar(SCALAR.M0);
  return compileSimple(row, context);
};

/** Id of the barrier shared by all waves in a group. */
const GROUP_BARRIER = 0xffff;

const barrierWait: Handler = (row, context) => {
  if (context.field('simm16') !== GROUP_BARRIER)
    throw new UnsupportedError('barrier other than the group barrier');
  return compileSimple(row, context);
};

const waitIdle: Handler = (_row, { gfx }) => ({ kind: 'waitcnt', wait: waitForAll(gfx) });

const HANDLERS: Readonly<Record<ControlName, Handler>> = {
  nop: compileSimple,
  end: () => ({ kind: 'end', sendsOrderedDone: false }),
  'end-ordered': () => ({ kind: 'end', sendsOrderedDone: true }),
  branch,
  scc0: branch,
  scc1: branch,
  vccz: branch,
  vccnz: branch,
  execz: branch,
  execnz: branch,
  wait,
  'wait-idle': waitIdle,
  'wait-event': compileSimple,
  sleep: compileSimple,
  message,
  barrier: compileSimple,
  'barrier-wait': barrierWait,
  setpc,
  getpc,
  getreg,
  setreg,
  'setreg-imm': setregImmediate,
  'round-mode': makeModeWriter(0),
  'denorm-mode': makeModeWriter(4),
  never: branch,
  call,
  swappc,
  invalidate,
  'write-back': writeBack,
};

/** Compiles control rows, such as branches, waits, messages and cache invalidations. */
export const compileControl: Compile<ControlRow> = (row, context) => HANDLERS[row.control](row, context);
