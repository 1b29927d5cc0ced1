import type { Gfx } from '../../chips.js';
import { getGeneration, type InstructionSet } from '../../instruction-set.js';
import { encode } from '../encode.js';
import { INDEXED_NAMES } from '../print/index.js';
import type { GprIndexRow, Row } from '../rows/row.js';
import { getOpcode } from '../rows/row-base.js';
import { findRowsByName, isShort } from '../table.js';
import { isUnlistedName } from '../unlisted.js';
import { FieldBuilder } from './builder.js';
import { parseMemory } from './memory.js';
import { parseOperand } from './operand.js';
import { parseExport, parseInterpolation } from './other.js';
import { parseControl, parseScalar } from './scalar.js';
import { ParseError, parseInteger, type Tokens, tokenize } from './tokens.js';
import { parseCrossLane, parseDual, parseVector, type VectorForm } from './vector.js';

function parseIndexedOperands(text: string): number {
  const list = /^gpr_idx\((.*)\)$/.exec(text)?.[1];
  if (/^(0x)?\d/i.test(text)) return parseInteger(text);
  if (list === undefined) throw new ParseError('gpr_idx(…)', text);
  const names = list.split(',').filter((name) => name !== '');
  return names.reduce((bits, name) => {
    const bit = INDEXED_NAMES.indexOf(name.trim());
    if (bit < 0) throw new ParseError(`one of ${INDEXED_NAMES.join(' ')}`, name);
    return bits | (1 << bit);
  }, 0);
}

/** Builds the fields of a relative-indexing instruction. */
function parseGprIndex(row: GprIndexRow, { operands }: Tokens, gfx: Gfx): FieldBuilder {
  const builder = new FieldBuilder(gfx, row.format, getOpcode(row, gfx));
  const [first = '', second = ''] = operands;
  if (row.step === 'mode') builder.set('simm16', parseIndexedOperands(first));
  else if (row.step !== 'off') builder.set('ssrc0', parseOperand(first, 'b32', gfx).code);
  if (row.step === 'on') builder.set('ssrc1', parseIndexedOperands(second));
  return builder;
}

const SUFFIXES: readonly (readonly [suffix: string, form: VectorForm])[] = [
  ['_e64_dpp', { encoding: 'e64', extension: 'dpp' }],
  ['_e64', { encoding: 'e64', extension: 'none' }],
  ['_e32', { encoding: 'e32', extension: 'none' }],
  ['_sdwa', { encoding: 'e32', extension: 'sdwa' }],
  ['_dpp', { encoding: 'e32', extension: 'dpp' }],
];

/** The possible forms of a mnemonic without a suffix, shortest first. */
const UNSUFFIXED_FORMS: readonly VectorForm[] = [
  { encoding: 'e32', extension: 'none' },
  { encoding: 'e64', extension: 'none' },
];

/** The possible forms of a mnemonic without a suffix that has DPP modifiers. */
const UNSUFFIXED_DPP_FORMS: readonly VectorForm[] = [{ encoding: 'e32', extension: 'dpp' }];

interface Candidate {
  readonly row: Row;
  readonly form: VectorForm;
}

/**
 * Returns whether a row has the given form. Rows other than vector and cross-lane ones have a single form: long if
 * their format is VOP3, otherwise short.
 */
function hasForm(row: Row, form: VectorForm): boolean {
  if (row.family !== 'vector' && row.family !== 'cross-lane')
    return form.extension === 'none' && (form.encoding === 'e64') === row.format.startsWith('vop3');
  if ((row.encodings ?? 'both') !== 'both' && form.encoding === 'e64') return false;
  return form.encoding === 'e64' || isShort(row.format);
}

/** Returns the rows and forms that a mnemonic may refer to, in the order in which to try them. */
function findCandidates({ mnemonic, modifiers }: Tokens, set: InstructionSet): Candidate[] {
  const isDpp = modifiers.has('row_mask') || modifiers.has('dpp8');
  const forms = isDpp ? UNSUFFIXED_DPP_FORMS : UNSUFFIXED_FORMS;
  const unsuffixed = findRowsByName(mnemonic, set).flatMap((row): Candidate[] =>
    row.family === 'vector' || row.family === 'cross-lane'
      ? forms.filter((form) => hasForm(row, form)).map((form) => ({ row, form }))
      : [{ row, form: UNSUFFIXED_FORMS[0] }],
  );
  const suffixed = SUFFIXES.flatMap(([suffix, form]): Candidate[] =>
    mnemonic.endsWith(suffix)
      ? findRowsByName(mnemonic.slice(0, -suffix.length), set)
          .filter((row) => hasForm(row, form))
          .map((row) => ({ row, form }))
      : [],
  );
  return [...unsuffixed, ...suffixed];
}

function parseCandidate({ row, form }: Candidate, tokens: Tokens, gfx: Gfx): FieldBuilder {
  switch (row.family) {
    case 'scalar':
      return parseScalar(row, tokens, gfx);
    case 'control':
      return parseControl(row, tokens, gfx);
    case 'vector':
      return parseVector(row, form, tokens, gfx);
    case 'cross-lane':
      return parseCrossLane(row, form, tokens, gfx);
    case 'interpolation':
      return parseInterpolation(row, tokens, gfx);
    case 'memory':
      return parseMemory(row, tokens, gfx);
    case 'gpr-index':
      return parseGprIndex(row, tokens, gfx);
    case 'export':
      return parseExport(row, tokens, gfx);
    case 'dual':
      throw new ParseError('two operations separated by ::', tokens.rest);
  }
}

function parseDualText(text: string, gfx: Gfx): FieldBuilder {
  const halves = text.split('::').map((half) => tokenize(half));
  const [x, y] = halves.map(({ mnemonic }) => findRowsByName(mnemonic, gfx)[0]);
  if (halves.length !== 2 || x?.family !== 'dual' || y?.family !== 'dual') {
    throw new ParseError('two dual operations', text);
  }
  return parseDual(x, y, [halves[0], halves[1]], gfx);
}

/** Maximum length of an instruction's text. The longest instruction in the table takes about 200 characters. */
const MAX_LENGTH = 512;

/**
 * Parses one instruction in LLVM's syntax and returns its machine words. Branch targets are plain immediates. A vector
 * mnemonic without a suffix uses the shortest encoding that fits its operands.
 *
 * @throws ParseError if the table has no such instruction or the operands are not valid for it
 */
export function parseInstruction(text: string, set: InstructionSet): number[] {
  const gfx = getGeneration(set);
  if (text.length > MAX_LENGTH) throw new ParseError(`at most ${MAX_LENGTH} characters`, text);
  if (text.includes('::')) return encode(parseDualText(text, gfx).build(), gfx);
  const tokens = tokenize(text);
  const candidates = findCandidates(tokens, set);
  if (candidates.length === 0) {
    const modelled = isUnlistedName(tokens.mnemonic, gfx) ? ' that is modelled' : '';
    throw new ParseError(`a ${set} instruction${modelled}`, tokens.mnemonic);
  }
  let firstError: unknown;
  for (const candidate of candidates) {
    try {
      return encode(parseCandidate(candidate, tokens, gfx).build(), gfx);
    } catch (error) {
      if (!(error instanceof ParseError)) throw error;
      firstError ??= error;
    }
  }
  throw firstError;
}
