import {
  type AluRow,
  groupBy,
  listAluRows,
  memoise,
  type PrintedInstruction,
  SCALAR as REGISTERS,
} from '../../arch/index.js';
import type { RandomStream } from '../../transactions/index.js';
import { scalars, setScalars, vectors } from '../dialect/index.js';
import { pick } from '../kit/chance.js';
import { drawInstruction, OPERANDS } from './alu-text.js';
import { emitInSomeLanes, emitMix, type Frame, SCALAR } from './frame.js';
import { type OperandKind, pickOperands, pickOperandWord } from './values.js';

/** The instructions that follow one another with the same operands. */
const MIN_INSTRUCTIONS = 3;
const EXTRA_INSTRUCTIONS = 3;

/** What SCC and EXEC were after an instruction, and EXEC before it. */
const SCC = 54;
const EXEC = SCALAR.SCRATCH;
const SAVED = 62;

/** The lanes of each 32 in which a source, by its number, has its second value. Together, all pairs of values meet. */
const LANES = [0x55555555, 0x33333333, 0x0f0f0f0f] as const;

const SOURCES = LANES.length;

/** Why no drawn body contains a row of arithmetic; undefined if bodies contain it. */
export function findAluReason(row: AluRow): string | undefined {
  if (row.relative !== undefined) return 'may read any register, by M0';
  if (row.family === 'interpolation' && row.interpolation === 'mov') return 'begins every pixel program';
  return row.family === 'scalar' &&
    row.compute === undefined &&
    row.scc === undefined &&
    row.vector === undefined
    ? 'signals a barrier'
    : undefined;
}

/** Rows with operands of one kind, either in scalar registers only or also in vector registers. */
interface AluGroup {
  readonly kind: OperandKind;
  readonly isScalar: boolean;
  readonly rows: readonly AluRow[];
}

const groupRows = memoise((set: Frame['set']): readonly AluGroup[] => {
  const rows = listAluRows(set).filter((row) => findAluReason(row) === undefined);
  const groups = groupBy(rows, (row) => `${getKind(row)} ${row.family === 'scalar'}`);
  return [...groups.values()].map(([first, ...others]) => ({
    kind: getKind(first!),
    isScalar: first!.family === 'scalar',
    rows: [first!, ...others],
  }));
});

/** Returns the rows that bodies contain, in groups that have the same operands. */
export function getAluGroups(frame: Frame): readonly AluGroup[] {
  return groupRows(frame.set).map(({ rows, ...group }) => ({
    ...group,
    rows: rows.filter((row) => isAvailable(row, frame)),
  }));
}

/** Returns the types of a row's operands, destination first. */
function getTypes(row: AluRow) {
  if (row.family === 'interpolation') return row.halfSources === undefined ? ['f32'] : ['f16', 'f32'];
  const { dst, sources } = row.family === 'dual' ? row.single : row;
  return dst === undefined ? sources : [...sources, dst];
}

function getKind(row: AluRow): OperandKind {
  const [first] = getTypes(row);
  if (/16$/.test(first!)) return 'half';
  if (first === 'f64') return 'double';
  return first === 'f32' ? 'single' : 'integer';
}

function isAvailable(row: AluRow, { dialect, primitiveMask }: Frame): boolean {
  if (row.family === 'interpolation') return row.format === 'vinterp' || primitiveMask !== undefined;
  if (row.family === 'dual') return dialect.wave === 32;
  return row.family !== 'scalar' || row.exec === undefined || row.dst === dialect.mask;
}

/** Emits operands and a few instructions from the table that have them, each in some of the lanes. */
export function emitAluStep(stream: RandomStream, frame: Frame): string {
  // A group is as likely as it has rows.
  const groups = getAluGroups(frame).flatMap((group) => group.rows.map(() => group));
  const { kind, isScalar, rows } = pick(stream, groups);
  const count = MIN_INSTRUCTIONS + stream.below(EXTRA_INSTRUCTIONS);
  const instructions = Array.from({ length: count }, () => {
    const row = pick(stream, rows);
    const instruction = drawInstruction(stream, frame, row, () => pickOperandWord(stream, kind));
    return instruction === undefined ? '' : emitInstruction(stream, frame, row, instruction);
  });
  return emitOperands(stream, frame, kind, isScalar) + instructions.join('');
}

/** Emits code that sets the operands, in VGPRs also of lanes that do not run, since other lanes may read them. */
function emitOperands(
  stream: RandomStream,
  { dialect: { mask, exec, wave } }: Frame,
  kind: OperandKind,
  isScalar: boolean,
): string {
  const values = [0, 1].map(() => pickOperands(stream, kind));
  const others = Array.from({ length: 8 }, () => pickOperandWord(stream, kind));
  const vccs = [stream.nextUint32(), stream.nextUint32()].map(
    (word, i) => `\n  s_mov_b32 vcc_${i === 0 ? 'lo' : 'hi'}, 0x${word.toString(16)}`,
  );
  const setSources = setScalars(OPERANDS.SCALARS, pickOperands(stream, kind).flat());
  const start = `${setSources}${setScalars(OPERANDS.MASK, others.slice(0, 6))}${vccs.join('')}`;
  if (isScalar) return start;
  const set = (source: number, words: readonly number[]): string =>
    words
      .map(
        (word, i) =>
          `\n  v_mov_b32_e32 ${vectors(OPERANDS.VECTORS + 4 * source + i)}, 0x${word.toString(16)}`,
      )
      .join('');
  const changed = values[1]!.map((words, source) => {
    const lanes = `0x${LANES[source]!.toString(16)}`;
    const upper = wave === 64 ? `\n  s_mov_b32 exec_hi, ${lanes}` : '';
    return `\n  s_mov_b32 exec_lo, ${lanes}${upper}${set(source, words)}`;
  });
  return `${start}
  s_mov_${mask} ${scalars(SAVED, wave / 32)}, ${exec}
  s_mov_${mask} ${exec}, -1${values[0]!.map((words, source) => set(source, words)).join('')}${set(SOURCES, others.slice(6))}${changed.join('')}
  s_mov_${mask} ${exec}, ${scalars(SAVED, wave / 32)}`;
}

/** Emits an instruction, and code that mixes everything that it writes into the sum. */
function emitInstruction(
  stream: RandomStream,
  frame: Frame,
  row: AluRow,
  { text, uses, defines }: PrintedInstruction,
): string {
  const { dialect, primitiveMask } = frame;
  const { mask, exec, wave } = dialect;
  const writes = (register: number): boolean => defines.scalars.includes(register);
  const readsScc = uses.scalars.includes(REGISTERS.SCC);
  const before = [
    ...(uses.scalars.includes(REGISTERS.M0) && primitiveMask !== undefined
      ? [`s_mov_b32 m0, s${primitiveMask}`]
      : []),
    ...(readsScc ? [`s_cmp_eq_u32 0, ${stream.below(2)}`] : []),
  ];
  const [low, high] = [REGISTERS.EXEC_LO, REGISTERS.EXEC_HI].map(writes);
  const saved = scalars(SAVED, wave / 32);
  const lines = [
    ...before,
    ...(low ? [`s_mov_${mask} ${saved}, ${exec}`] : []),
    text,
    ...(writes(REGISTERS.SCC) ? [`s_cselect_b32 s${SCC}, 1, 0`] : []),
    ...(low ? [`s_mov_b32 s${EXEC}, exec_lo`] : []),
    ...(high ? [`s_mov_b32 s${EXEC + 1}, exec_hi`] : []),
    ...(low ? [`s_mov_${mask} ${exec}, ${saved}`] : []),
  ];
  const results = [
    ...defines.vectors.map((register) => vectors(register)),
    ...defines.scalars.map((register) => nameScalar(register)),
  ];
  const run = lines.map((line) => `\n  ${line}`).join('');
  const isEverywhere = row.family === 'scalar' || stream.below(2) === 0;
  return `${isEverywhere ? run : emitInSomeLanes(stream, frame, run)}${emitMix(dialect, results)}`;
}

/** The registers in which what special ones contain is mixed. */
const SPECIAL: Readonly<Record<number, string>> = {
  [REGISTERS.VCC_LO]: 'vcc_lo',
  [REGISTERS.VCC_HI]: 'vcc_hi',
  [REGISTERS.SCC]: `s${SCC}`,
  [REGISTERS.EXEC_LO]: `s${EXEC}`,
  [REGISTERS.EXEC_HI]: `s${EXEC + 1}`,
};

function nameScalar(register: number): string {
  return SPECIAL[register] ?? `s${register}`;
}
