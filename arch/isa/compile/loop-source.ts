import { isFloat, type OperandType } from '../operand-type.js';

/** The part of a dword selected by a sub-dword operand. */
export type Selector = 'byte0' | 'byte1' | 'byte2' | 'byte3' | 'word0' | 'word1' | 'dword';

/** The selectors, indexed by SDWA code. */
export const SELECTORS: readonly Selector[] = ['byte0', 'byte1', 'byte2', 'byte3', 'word0', 'word1', 'dword'];

/** How a loop reads a source. */
export interface SourceShape {
  readonly type: OperandType;
  /** `gathered` is one dword per lane, read from other lanes. */
  readonly from: 'vector' | 'scalar' | 'gathered';
  readonly select: Selector;
  readonly signed: boolean;
  readonly abs: boolean;
  readonly neg: boolean;
  /** Index of the operand to read. Defaults to the source's own index. Each packed operand is read by two sources. */
  readonly operand?: number;
  /** Index in `s` of an implicit mask. */
  readonly implicitMask?: number;
}

/** What sources without sign modifiers and extension share. */
export const UNMODIFIED = { signed: false, abs: false, neg: false } as const;

/** Returns the lowest bit and width of the part that a selector extracts. */
export function getSelectedBits(select: Selector): readonly [low: number, width: number] {
  if (select === 'dword') return [0, 32];
  const index = Number(select.at(-1));
  return select.startsWith('byte') ? [index * 8, 8] : [index * 16, 16];
}

/** What the code of a source depends on besides its own shape: the wave size, and whether denormals are flushed. */
export interface LoopTraits {
  readonly lanes: number;
  readonly flush: boolean;
}

const PARAMETERS = ['a', 'b', 'c'];

/** Generates code that reads a raw dword of a source. `half` is 1 for the high half of a 64-bit source. */
function emitDword(source: SourceShape, i: number, half: number, lanes: number): string {
  const p = PARAMETERS[source.operand ?? i];
  if (source.from === 'gathered') return 'g[l]';
  if (source.from === 'scalar') return half === 0 ? `s[${p}]` : `s[${p} + 1]`;
  return half === 0 ? `v[${p} + l]` : `v[${p} + ${lanes} + l]`;
}

function emitSelection(source: SourceShape, raw: string): string {
  const [low, width] = getSelectedBits(source.select);
  if (width === 32) return raw;
  if (source.signed) return `((${raw} << ${32 - width - low}) >> ${32 - width})`;
  return `((${raw} >>> ${low}) & ${2 ** width - 1})`;
}

function emitFloat(source: SourceShape, i: number): string {
  const p = PARAMETERS[source.operand ?? i];
  if (source.select === 'dword' && source.from === 'vector') return `vf[${p} + l]`;
  if (source.select === 'dword' && source.from === 'gathered') return 'gf[l]';
  return `float(${emitSelection(source, emitDword(source, i, 0, 0))})`;
}

function emitHalfWord(source: SourceShape, raw: string): string {
  if (source.type === 'f16') return `half(${emitSelection(source, raw)})`;
  const dword = emitSelection(source, raw);
  return source.type === 'i16' ? `((${dword} << 16) >> 16)` : `(${dword} & 0xffff)`;
}

/** Returns the sign bit that neg and abs modify in a non-float value. */
function getSignBit(type: OperandType): string {
  return type === 'b16' || type === 'u16' || type === 'i16' ? '0x8000' : '0x80000000';
}

function emitModifiers(source: SourceShape, text: string): string {
  const { abs, neg, type } = source;
  if (isFloat(type)) {
    const magnitude = abs ? `Math.abs(${text})` : text;
    return neg ? `(-${magnitude})` : magnitude;
  }
  const magnitude = abs ? `(${text} & ~${getSignBit(type)})` : text;
  return neg ? `(${magnitude} ^ ${getSignBit(type)})` : magnitude;
}

/** Generates the expressions for a source's value in one lane (two for 64-bit integers), whether hoisted or not. */
function emitSourceExpressions(source: SourceShape, i: number, { lanes, flush }: LoopTraits): string[] {
  const low = emitDword(source, i, 0, lanes);
  const high = emitDword(source, i, 1, lanes);
  switch (source.type) {
    case 'mask':
      return [`(k${i} >>> l) & 1`];
    case 'f32': {
      const text = emitModifiers(source, emitFloat(source, i));
      return [flush ? `flush(${text})` : text];
    }
    case 'f64':
      return [emitModifiers(source, `double(${low}, ${high})`)];
    case 'b64':
    case 'u64':
    case 'i64':
      return [low, emitModifiers(source, high)];
    case 'f16':
    case 'b16':
    case 'u16':
    case 'i16':
      return [emitModifiers(source, emitHalfWord(source, low))];
    default:
      return [emitModifiers(source, emitSelection(source, low))];
  }
}

function isHoisted(source: SourceShape): boolean {
  return source.from === 'scalar' && source.type !== 'mask';
}

/** Generates the code that reads a scalar source before the loop. */
export function emitHoisted(source: SourceShape, i: number, traits: LoopTraits): string {
  if (!isHoisted(source)) return '';
  return emitSourceExpressions(source, i, traits)
    .map((text, half) => `const x${i}${half === 0 ? '' : 'h'} = ${text};`)
    .join(' ');
}

/** Generates the expressions for a source's values in the loop, one per argument, or undefined for hoisted values. */
export function emitValueExpressions(
  source: SourceShape,
  i: number,
  traits: LoopTraits,
): (string | undefined)[] {
  const expressions = emitSourceExpressions(source, i, traits);
  return isHoisted(source) ? expressions.map(() => undefined) : expressions;
}

/** Generates code that converts a float source's NaN to the bits of a 32-bit NaN, ignoring modifiers. */
function emitUnmodifiedNan(source: SourceShape, i: number, lanes: number): string {
  if (source.type === 'f64')
    return `narrowNan(${emitDword(source, i, 0, lanes)}, ${emitDword(source, i, 1, lanes)})`;
  const bits = emitSelection(source, emitDword(source, i, 0, lanes));
  return source.type === 'f16' ? `widenNan(${bits})` : bits;
}

/**
 * Generates code that converts a float source's NaN, with its modifiers applied, to the bits of a 32-bit NaN. Returns
 * '0' for sources of other types.
 */
export function emitNanBits(sources: readonly SourceShape[], i: number | undefined, lanes: number): string {
  const source = i === undefined ? undefined : sources[i];
  if (i === undefined || source === undefined || !isFloat(source.type)) return '0';
  const raw = emitUnmodifiedNan(source, i, lanes);
  const magnitude = source.abs ? `(${raw} & 0x7fffffff)` : raw;
  return source.neg ? `(${magnitude} ^ 0x80000000)` : magnitude;
}

/**
 * Generates the expressions for both halves of a 64-bit float source, with its modifiers applied, or returns undefined
 * for other types.
 */
export function emitDoubleHalves(
  source: SourceShape,
  i: number,
  lanes: number,
): [string, string] | undefined {
  if (source.type !== 'f64') return undefined;
  const high = emitDword(source, i, 1, lanes);
  const magnitude = source.abs ? `(${high} & 0x7fffffff)` : high;
  return [emitDword(source, i, 0, lanes), source.neg ? `(${magnitude} ^ 0x80000000)` : magnitude];
}
