import {
  type AluRow,
  getMnemonic,
  groupBy,
  listAluRows,
  memoise,
  type PrintedInstruction,
  SCALAR as REGISTERS,
} from '../../arch/index.js';
import type { RandomStream } from '../../transactions/index.js';
import { scalars, setScalars, vectors, waitFor } from '../dialect/index.js';
import { pick } from '../kit/chance.js';
import { drawInstruction, OPERANDS } from './alu-text.js';
import { emitInSomeLanes, emitMix, emitValue, type Frame, SCALAR, VECTOR } from './frame.js';
import { KIND_WORDS, OPERAND_KINDS, type OperandKind, pickOperands, pickOperandWord } from './values.js';

/** The instructions that follow one another with the same operands. */
const MIN_INSTRUCTIONS = 5;
const EXTRA_INSTRUCTIONS = 4;
const REPEATED_INSTRUCTIONS = 20;

/** What SCC and EXEC were after an instruction, and EXEC before it. */
const SCC = 54;
const EXEC = SCALAR.SCRATCH;
const SAVED = 62;

/** The lanes of each 32 in which a source, by its number, has its second value. Together, all pairs of values meet. */
const LANES = [0x55555555, 0x33333333, 0x0f0f0f0f] as const;

/** Why no drawn body contains a row of arithmetic; undefined if bodies contain it. */
export function findAluReason(row: AluRow): string | undefined {
  if (row.relative !== undefined) return 'may read any register, by M0';
  if (row.family === 'interpolation' && row.interpolation === 'mov') return 'begins every pixel program';
  const changesRegisters = row.family !== 'scalar' || (row.vector ?? row.compute ?? row.scc) !== undefined;
  return changesRegisters ? undefined : 'signals a barrier';
}

const groupRows = memoise((set: Frame['set']) => {
  const rows = listAluRows(set).filter((row) => findAluReason(row) === undefined);
  return [...groupBy(rows, (row) => `${getKind(row)} ${row.family === 'scalar'}`).values()];
});

/** Returns the rows that bodies contain, in groups with operands of one kind and in the same kinds of registers. */
export function groupAluRows(frame: Frame): readonly (readonly AluRow[])[] {
  return groupRows(frame.set).map((rows) => rows.filter((row) => isAvailable(row, frame)));
}

/** Returns the kind of a row's first operand. */
function getKind(row: AluRow): OperandKind {
  if (row.family === 'interpolation') return row.halfSources === undefined ? 'single' : 'half';
  const { sources } = row.family === 'dual' ? row.single : row;
  const [first = 'b32'] = sources;
  if (first.endsWith('16')) return 'half';
  return first === 'f64' ? 'double' : first === 'f32' ? 'single' : 'integer';
}

function isAvailable(row: AluRow, { dialect, primitiveMask }: Frame): boolean {
  if (row.family === 'interpolation') return row.format === 'vinterp' || primitiveMask !== undefined;
  if (row.family === 'dual') return dialect.wave === 32;
  return row.family !== 'scalar' || row.exec === undefined || row.dst === dialect.mask;
}

/** The byte offset in read-only memory of a round's operands, and an address there. */
const ROUND = 86;
const ADDRESS = 87;

/** The bytes of one round's operands in SGPRs, and how many rounds there are of scalar and of other instructions. */
const ROUND_BYTES = 24;
const SCALAR_ROUNDS = 10;
/** A bit of the offset that changes with every round. */
const ROUND_BIT = 3;
const VECTOR_ROUNDS = 3;

/**
 * Emits operands and a few instructions from the table that have them, each in some of the lanes. Where there is read-only
 * memory, they are repeated with operands from it, which differ between lanes.
 */
export function emitAluStep(stream: RandomStream, frame: Frame): string {
  const groups = groupAluRows(frame);
  const first = pick(stream, groups.flat());
  const rows = groups.find((group) => group.includes(first))!;
  const kind = getKind(first);
  const isScalar = first.family === 'scalar';
  const isRepeated = frame.input !== undefined;
  const count =
    MIN_INSTRUCTIONS + stream.below(EXTRA_INSTRUCTIONS) + (isRepeated ? REPEATED_INSTRUCTIONS : 0);
  const texts = Array.from({ length: count }, () => {
    const row = pick(stream, rows);
    const drawn = drawInstruction(stream, frame, row, () => pickOperandWord(stream, kind));
    const text = drawn === undefined ? '' : emitInstruction(stream, frame, row, drawn);
    // A scalar instruction meets only one value of each operand, so each has its own.
    return isScalar && !isRepeated ? emitOperands(stream, frame, kind, true) + text : text;
  });
  const body = texts.join('');
  if (!isRepeated) return isScalar ? body : emitOperands(stream, frame, kind, false) + body;
  const label = `round_${stream.nextUint32()}`;
  return `
  s_mov_b32 s${ROUND}, 0
${label}:${emitOperands(stream, frame, kind, isScalar)}${emitLoadedOperands(frame, kind, isScalar)}${body}
  s_add_u32 s${ROUND}, s${ROUND}, ${ROUND_BYTES}
  s_cmp_lg_u32 s${ROUND}, ${ROUND_BYTES * (isScalar ? SCALAR_ROUNDS : VECTOR_ROUNDS)}
  s_cbranch_scc1 ${label}`;
}

/** Emits code that replaces the operands by a round's: in SGPRs, the same for all lanes, and in VGPRs, one for each. */
function emitLoadedOperands({ dialect }: Frame, kind: OperandKind, isScalar: boolean): string {
  const { gfx, wave, mask, exec, add, offen } = dialect;
  const [input, first] = [scalars(SCALAR.INPUT, 4), 4 * KIND_WORDS * OPERAND_KINDS.indexOf(kind)];
  const [lane, address] = [VECTOR.SCRATCH, VECTOR.SCRATCH + 1].map((register) => vectors(register));
  const load = getMnemonic('buffer_load_dwordx2', gfx);
  const loads = [1, 3, 5].map((step, source) => {
    const operand = vectors(OPERANDS.VECTORS + 4 * source, 2);
    return `
  v_mul_lo_u32 ${address}, ${step}, ${lane}
  ${add} ${address}, s${ROUND}, ${address}
  v_and_b32_e32 ${address}, ${KIND_WORDS / 2 - 1}, ${address}
  v_lshlrev_b32_e32 ${address}, 3, ${address}
  ${load} ${operand}, ${address}, ${input}, ${offen} offset:${first}`;
  });
  const everywhere = `
  s_mov_${mask} ${scalars(SAVED, wave / 32)}, ${exec}
  s_mov_${mask} ${exec}, -1
  v_mbcnt_lo_u32_b32 ${lane}, -1, 0
  ${wave === 64 ? `v_mbcnt_hi_u32_b32 ${lane}, -1, ${lane}` : ''}${loads.join('')}
  ${waitFor(gfx, 'load')}
  s_mov_${mask} ${exec}, ${scalars(SAVED, wave / 32)}`;
  return `
  s_add_u32 s${ADDRESS}, s${ROUND}, ${first}
  ${getMnemonic('s_buffer_load_dwordx4', gfx)} ${scalars(OPERANDS.SCALARS, 4)}, ${input}, s${ADDRESS}
  s_add_u32 s${ADDRESS}, s${ADDRESS}, 16
  ${getMnemonic('s_buffer_load_dwordx2', gfx)} ${scalars(OPERANDS.SCALARS + 4, 2)}, ${input}, s${ADDRESS}
  ${waitFor(gfx, 'scalar')}${isScalar ? '' : everywhere}`;
}

/** Emits code that sets the operands, in VGPRs also of lanes that do not run, since other lanes may read them. */
function emitOperands(
  stream: RandomStream,
  { dialect: { mask, exec, wave } }: Frame,
  kind: OperandKind,
  isScalar: boolean,
): string {
  const pickWords = (count: number): number[] =>
    Array.from({ length: count }, () => pickOperandWord(stream, kind));
  const [low, high] = pickWords(2).map((word) => `0x${word.toString(16)}`);
  const start = `${setScalars(OPERANDS.SCALARS, pickOperands(stream, kind).flat())}
  ${setScalars(OPERANDS.MASK, pickWords(6))}
  s_mov_b32 vcc_lo, ${low}
  s_mov_b32 vcc_hi, ${high}`;
  if (isScalar) return start;
  const set = (words: readonly number[], source: number): string =>
    emitValue(OPERANDS.VECTORS + 4 * source, { words, isMixed: false });
  const changed = pickOperands(stream, kind).map((words, source) => {
    const lanes = `0x${LANES[source]!.toString(16)}`;
    const upper = wave === 64 ? `\n  s_mov_b32 exec_hi, ${lanes}` : '';
    return `\n  s_mov_b32 exec_lo, ${lanes}${upper}${set(words, source)}`;
  });
  return `${start}
  s_mov_${mask} ${scalars(SAVED, wave / 32)}, ${exec}
  s_mov_${mask} ${exec}, -1${[...pickOperands(stream, kind), pickWords(2)].map(set).join('')}${changed.join('')}
  s_mov_${mask} ${exec}, ${scalars(SAVED, wave / 32)}`;
}

/** The registers that hold what others contained after an instruction. */
const COPIES: Readonly<Record<number, string>> = {
  [REGISTERS.VCC_LO]: 'vcc_lo',
  [REGISTERS.VCC_HI]: 'vcc_hi',
  [REGISTERS.SCC]: `s${SCC}`,
  [REGISTERS.EXEC_LO]: `s${EXEC}`,
  [REGISTERS.EXEC_HI]: `s${EXEC + 1}`,
};

/** Emits an instruction, and code that mixes everything that it writes into the sum. */
function emitInstruction(
  stream: RandomStream,
  frame: Frame,
  row: AluRow,
  { text, uses, defines }: PrintedInstruction,
): string {
  const { mask, exec, wave } = frame.dialect;
  const saved = scalars(SAVED, wave / 32);
  const [reads, writes] = [uses, defines].map((use) => (register: number) => use.scalars.includes(register));
  const lines = [
    reads!(REGISTERS.M0) && `s_mov_b32 m0, s${frame.primitiveMask}`,
    reads!(REGISTERS.SCC) &&
      (frame.input === undefined
        ? `s_cmp_eq_u32 0, ${stream.below(2)}`
        : `s_bitcmp1_b32 s${ROUND}, ${ROUND_BIT}`),
    writes!(REGISTERS.EXEC_LO) && `s_mov_${mask} ${saved}, ${exec}`,
    text,
    writes!(REGISTERS.SCC) && `s_cselect_b32 s${SCC}, 1, 0`,
    writes!(REGISTERS.EXEC_LO) && `s_mov_b32 s${EXEC}, exec_lo`,
    writes!(REGISTERS.EXEC_HI) && `s_mov_b32 s${EXEC + 1}, exec_hi`,
    writes!(REGISTERS.EXEC_LO) && `s_mov_${mask} ${exec}, ${saved}`,
  ];
  const run = lines.map((line) => (line === false ? '' : `\n  ${line}`)).join('');
  const results = [
    ...defines.vectors.map((register) => vectors(register)),
    ...defines.scalars.map((register) => COPIES[register] ?? scalars(register)),
  ];
  const isEverywhere = row.family === 'scalar' || stream.below(2) === 0;
  return `${isEverywhere ? run : emitInSomeLanes(stream, frame, run)}${emitMix(frame.dialect, results)}`;
}
