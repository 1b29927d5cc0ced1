import { isFloat, type OperandType } from '../operand-type.js';

/** Part of a dword selected by a sub-dword operand. */
export type Selector = 'byte0' | 'byte1' | 'byte2' | 'byte3' | 'word0' | 'word1' | 'dword';

/** Selectors by their SDWA code. */
export const SELECTORS: readonly Selector[] = ['byte0', 'byte1', 'byte2', 'byte3', 'word0', 'word1', 'dword'];

/** How a loop reads a source. */
export interface SourceShape {
  readonly type: OperandType;
  /** `gathered`: one dword per lane, read from other lanes. */
  readonly from: 'vector' | 'scalar' | 'gathered';
  readonly select: Selector;
  readonly signed: boolean;
  readonly abs: boolean;
  readonly neg: boolean;
  /** Index of the operand it reads; if absent, its own index. A packed operand is read by two sources. */
  readonly operand?: number;
  /** Scalar index of an implied mask. */
  readonly fixed?: number;
}

/** Lowest bit and width of a selector. */
export function selectedBits(select: Selector): readonly [low: number, width: number] {
  if (select === 'dword') return [0, 32];
  const index = Number(select.at(-1));
  return select.startsWith('byte') ? [index * 8, 8] : [index * 16, 16];
}

interface LoopFacts {
  readonly lanes: number;
  readonly flush: boolean;
}

const PARAMETERS = ['a', 'b', 'c'];

/** Code of a raw dword of a source; `part` 1 is the high half of a 64-bit one. */
function dwordText(source: SourceShape, i: number, part: number, lanes: number): string {
  const p = PARAMETERS[source.operand ?? i];
  if (source.from === 'gathered') return 'g[l]';
  if (source.from === 'scalar') return part === 0 ? `s[${p}]` : `s[${p} + 1]`;
  return part === 0 ? `v[${p} + l]` : `v[${p} + ${lanes} + l]`;
}

function selectedText(source: SourceShape, raw: string): string {
  const [low, width] = selectedBits(source.select);
  if (width === 32) return raw;
  if (source.signed) return `((${raw} << ${32 - width - low}) >> ${32 - width})`;
  return `((${raw} >>> ${low}) & ${2 ** width - 1})`;
}

function floatText(source: SourceShape, i: number): string {
  const p = PARAMETERS[source.operand ?? i];
  if (source.select === 'dword' && source.from === 'vector') return `vf[${p} + l]`;
  if (source.select === 'dword' && source.from === 'gathered') return 'gf[l]';
  return `float(${selectedText(source, dwordText(source, i, 0, 0))})`;
}

function halfWordText(source: SourceShape, raw: string): string {
  if (source.type === 'f16') return `half(${selectedText(source, raw)})`;
  const dword = selectedText(source, raw);
  return source.type === 'i16' ? `((${dword} << 16) >> 16)` : `(${dword} & 0xffff)`;
}

/** Sign bit of the values that neg and abs modify. */
function signBit(type: OperandType): string {
  return type === 'b16' || type === 'u16' || type === 'i16' ? '0x8000' : '0x80000000';
}

function modifiedText(source: SourceShape, text: string): string {
  const { abs, neg, type } = source;
  if (isFloat(type)) {
    const magnitude = abs ? `Math.abs(${text})` : text;
    return neg ? `(-${magnitude})` : magnitude;
  }
  const magnitude = abs ? `(${text} & ~${signBit(type)})` : text;
  return neg ? `(${magnitude} ^ ${signBit(type)})` : magnitude;
}

/** Code of a source's one or two values for one lane, hoisted or not. */
function rawTexts(source: SourceShape, i: number, { lanes, flush }: LoopFacts): string[] {
  const low = dwordText(source, i, 0, lanes);
  const high = dwordText(source, i, 1, lanes);
  switch (source.type) {
    case 'mask':
      return [`(k${i} >>> l) & 1`];
    case 'f32': {
      const text = modifiedText(source, floatText(source, i));
      return [flush ? `flushed(${text})` : text];
    }
    case 'f64':
      return [modifiedText(source, `double(${low}, ${high})`)];
    case 'b64':
    case 'u64':
    case 'i64':
      return [low, modifiedText(source, high)];
    case 'f16':
    case 'b16':
    case 'u16':
    case 'i16':
      return [modifiedText(source, halfWordText(source, low))];
    default:
      return [modifiedText(source, selectedText(source, low))];
  }
}

function isHoisted(source: SourceShape): boolean {
  return source.from === 'scalar' && source.type !== 'mask';
}

/** Code before the loop: the values of a scalar source. */
export function hoistText(source: SourceShape, i: number, facts: LoopFacts): string {
  if (!isHoisted(source)) return '';
  return rawTexts(source, i, facts)
    .map((text, part) => `const x${i}${part === 0 ? '' : 'h'} = ${text};`)
    .join(' ');
}

/** Code of a source's values in the loop, one argument each; undefined where the value is hoisted. */
export function valueTexts(source: SourceShape, i: number, facts: LoopFacts): (string | undefined)[] {
  const texts = rawTexts(source, i, facts);
  return isHoisted(source) ? texts.map(() => undefined) : texts;
}

/** Code that converts a float source's NaN to the bits of a 32-bit NaN. */
function singleNanText(source: SourceShape, i: number, lanes: number): string {
  if (source.type === 'f64')
    return `narrowNan(${dwordText(source, i, 0, lanes)}, ${dwordText(source, i, 1, lanes)})`;
  const bits = selectedText(source, dwordText(source, i, 0, lanes));
  return source.type === 'f16' ? `wideNan(${bits})` : bits;
}

/** Code that converts a modified float source's NaN to the bits of a 32-bit NaN, for NaN results; '0' for other types. */
export function nanBitsText(sources: readonly SourceShape[], i: number | undefined, lanes: number): string {
  const source = i === undefined ? undefined : sources[i];
  if (i === undefined || source === undefined || !isFloat(source.type)) return '0';
  const raw = singleNanText(source, i, lanes);
  const magnitude = source.abs ? `(${raw} & 0x7fffffff)` : raw;
  return source.neg ? `(${magnitude} ^ 0x80000000)` : magnitude;
}

/** Code of the halves of a modified 64-bit float source; undefined for other types. */
export function doubleTexts(source: SourceShape, i: number, lanes: number): [string, string] | undefined {
  if (source.type !== 'f64') return undefined;
  const high = dwordText(source, i, 1, lanes);
  const magnitude = source.abs ? `(${high} & 0x7fffffff)` : high;
  return [dwordText(source, i, 0, lanes), source.neg ? `(${magnitude} ^ 0x80000000)` : magnitude];
}
