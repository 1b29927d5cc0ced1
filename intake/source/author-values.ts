import { encodeTexel, isInteger, parseTexelFormat } from '../../arch/index.js';
import { listSomeNames } from '../../harness/basics/index.js';
import type { StateDocument } from '../../harness/programs/index.js';
import { toFloatBits, type WordSpan } from '../../stimulus/index.js';
import { findNearestName, UsageError } from '../../transactions/index.js';
import type { PixelBinary } from './pipeline-cache.js';
import type { ShaderInterface, ShaderResource } from './shader-interface.js';
import type { BlockMember } from './spirv-module.js';

/** Words by the names of a shader: `push.index`, `list.next[*]`, `heads`, an input (docs/state-file.md). */
export type AuthorValues = Readonly<Record<string, string>>;

/** What a name stands for. */
type Target =
  | { readonly kind: 'push'; readonly member: BlockMember }
  | {
      readonly kind: 'block';
      readonly resource: ShaderResource;
      readonly member: BlockMember;
      /** The array of structures that the member belongs to. */
      readonly array?: BlockMember;
    }
  | { readonly kind: 'resource'; readonly resource: ShaderResource; readonly element: number | undefined }
  | { readonly kind: 'input'; readonly input: string; readonly isFloat: boolean };

/** A name, an element in it, and the index at its end: `list.nodes[3].next[0]`. */
const SETTING = /^(.+?)(?:\[(\*|\d+)\](\..+?))?(?:\[(\*|\d+)\])?$/;
const HEX = /^0x[0-9a-f]{1,8}$/i;
const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const WORD_BYTES = 4;
const COMPONENTS = 4;
/** A colour target, which an image or texture is the memory of. */
const COLOUR = /^colou?r ([0-7])$/;

/** Puts what the author knows, and else what is assumed, into a program's state. */
export class AuthorKnowledge {
  private readonly targets: ReadonlyMap<string, Target>;

  constructor(
    private readonly shader: ShaderInterface,
    private readonly values: AuthorValues,
    private readonly file: string,
  ) {
    this.targets = new Map(listTargets(shader));
  }

  /** One line per assumption that the author has not made himself. */
  listAssumed(): readonly string[] {
    const values = this.assumptions.map(
      ({ name, word, why }) => [name, `${formatWord(word)}, ${why}`] as const,
    );
    const bounds = this.shader.bounds
      .filter((name) => !this.isKnown(name) && !values.some(([other]) => other === name))
      .map((name) => [name, 'a small or a large number, since it bounds an index'] as const);
    return [...values, ...bounds].map(
      ([name, text]) => `${name} = ${text} ("// pops: ${name} = …" gives another)`,
    );
  }

  private get assumptions(): ShaderInterface['assumptions'] {
    return this.shader.assumptions.filter(
      ({ name }) => this.targets.has(parseName(name).base) && !this.isKnown(parseName(name).base),
    );
  }

  /** Whether the author gives a value. */
  private isKnown(name: string): boolean {
    return Object.keys(this.values).some((other) => isSameTarget(name, parseName(other).base));
  }

  /** Returns the descriptor of an array that an index selects, if the author or an assumption says it. */
  findSelected(array: string): number | undefined {
    const index = this.shader.assumptions.find((assumption) => assumption.array === array);
    if (index === undefined) return undefined;
    const given = Object.entries(this.values).find(([name]) => isSameTarget(index.name, name))?.[1];
    return given === undefined ? index.word : Number(given);
  }

  /** The images and textures that are the memory of a colour target, by target. */
  get attachments(): Readonly<Record<string, string>> {
    return Object.fromEntries(
      Object.entries(this.values).flatMap(([name, text]) => {
        const target = COLOUR.exec(text)?.[1];
        return target === undefined ? [] : [[target, name]];
      }),
    );
  }

  /** Returns the state with all values. Throws `UsageError` for an unknown name or a value that does not fit. */
  apply(state: StateDocument, binary: PixelBinary): StateDocument {
    const assumed = this.assumptions.map(({ name, word }) => [name, formatWord(word)] as const);
    let result = state;
    for (const [name, text] of [...assumed, ...Object.entries(this.values)])
      result = this.applyOne(result, binary, name, text);
    return result;
  }

  private applyOne(state: StateDocument, binary: PixelBinary, name: string, text: string): StateDocument {
    const { base, element, index } = parseName(name);
    const target = this.targets.get(base) ?? this.rejectName(base);
    const reject = (expected: string): never => {
      throw new UsageError(`Invalid value "${text}" of ${name} in ${this.file}: expected ${expected}`);
    };
    switch (target.kind) {
      case 'push':
        return setPushWords(state, binary, target.member, parseSpan(target.member, index, text, reject));
      case 'input': {
        const values = parseList(text, target.isFloat, reject);
        return {
          ...state,
          inputs: (state.inputs ?? []).map((input) =>
            input.name === target.input ? { ...input, values } : input,
          ),
        };
      }
      case 'block':
        return addSpan(state, target.resource, undefined, () =>
          repeatSpan(target, element, parseSpan(target.member, index, text, reject), reject),
        );
      case 'resource':
        if (COLOUR.test(text)) return this.checkAttachment(state, target.resource, text, reject);
        return addSpan(state, target.resource, target.element, (format) => ({
          first: index === undefined || index === '*' ? 0 : Number(index),
          ...(index === undefined || index === '*' ? {} : { count: 1 }),
          words: text === 'gradient' ? text : parseTexel(text, format, reject),
        }));
    }
  }

  private checkAttachment(
    state: StateDocument,
    resource: ShaderResource,
    text: string,
    reject: Reject,
  ): StateDocument {
    const location = Number(COLOUR.exec(text)![1]);
    if (!/^(?:storageImage|sampledImage|combined)$/.test(resource.kind))
      reject('an image or texture for a colour');
    if (!this.shader.colours.some((colour) => colour.location === location))
      reject('a colour that the shader writes');
    return state;
  }

  private rejectName(name: string): never {
    const known = [...this.targets.keys()];
    const nearest = findNearestName(name, known);
    throw new UsageError(
      `Unknown name "${name}" in a value for ${this.file}: ${nearest === undefined ? `expected ${listSomeNames(known)}` : `did you mean ${nearest}?`}`,
    );
  }
}

function parseName(name: string): {
  readonly base: string;
  readonly element: string | undefined;
  readonly index: string | undefined;
} {
  const [, start = '', element, end = '', index] = SETTING.exec(name)!;
  return { base: `${start}${end}`, element, index };
}

/** Whether two names mean the same, where one may lack the name of its block. */
function isSameTarget(full: string, name: string): boolean {
  return full === name || full.endsWith(`.${name}`) || full === name.replace(/^[^.]+/, 'push');
}

/** Lists what can be named. A member needs its block's name only if another member is called the same. */
function* listTargets({
  pushName,
  pushMembers,
  resources,
  inputs,
}: ShaderInterface): Generator<readonly [string, Target]> {
  const blocks = resources.map((resource) => [resource, [...listMembers(resource)]] as const);
  for (const [, members] of blocks) yield* members;
  for (const [resource, members] of blocks) {
    for (const [name, target] of members) yield [`${resource.name}.${name}`, target];
    yield [resource.name, { kind: 'resource', resource, element: undefined }];
    for (let element = 0; element < resource.count && resource.count > 1; element++)
      yield [`${resource.name}${element}`, { kind: 'resource', resource, element }];
  }
  for (const { name, kind } of inputs)
    yield [name, { kind: 'input', input: name, isFloat: kind === 'float' }];
  for (const member of pushMembers) {
    yield [member.name, { kind: 'push', member }];
    if (pushName !== undefined && pushName !== '')
      yield [`${pushName}.${member.name}`, { kind: 'push', member }];
    yield [`push.${member.name}`, { kind: 'push', member }];
  }
}

function* listMembers(resource: ShaderResource): Generator<readonly [string, Target]> {
  for (const member of resource.members) {
    yield [member.name, { kind: 'block', resource, member }];
    for (const part of member.parts ?? [])
      yield [`${member.name}.${part.name}`, { kind: 'block', resource, member: part, array: member }];
  }
}

type Reject = (expected: string) => never;

/** Moves a span in the first structure of an array to another element, or repeats it in all. */
function repeatSpan(
  { array }: Extract<Target, { kind: 'block' }>,
  element: string | undefined,
  span: WordSpan,
  reject: Reject,
): WordSpan {
  if (array === undefined) return element === undefined ? span : reject('no element, since it is no array');
  const stride = array.stride! / WORD_BYTES;
  const times = array.bytes / array.stride!;
  if (element === undefined || element === '*') return { ...span, stride, ...(times > 0 ? { times } : {}) };
  if (times > 0 && Number(element) >= times) reject(`an element below ${times}`);
  return { ...span, first: span.first + Number(element) * stride };
}

/** Parses a value, or a list of values, one for each word. */
function parseList(text: string, isFloat: boolean, reject: Reject): readonly string[] {
  return text.split(',').map((part) => formatWord(parseNumber(part.trim(), isFloat, reject)));
}

function parseNumber(text: string, isFloat: boolean, reject: Reject): number {
  if (HEX.test(text)) return Number(text);
  if (text === 'true' || text === 'false') return Number(text === 'true');
  if (!DECIMAL.test(text))
    return reject('a number such as 3, 0.5 or 0xFFFFFFFF, several with commas, or gradient for an image');
  if (!isFloat && Number.isInteger(Number(text))) return Number(text) >>> 0;
  if (!isFloat) return reject('an integer, since the member is one');
  return toFloatBits(Number(text));
}

/** Returns the words of a member of a block, or of one of its elements. */
function parseSpan(
  { byte, bytes, kind }: BlockMember,
  index: string | undefined,
  text: string,
  reject: Reject,
): WordSpan {
  const words = parseList(text, kind === 'float', reject);
  const first = byte / WORD_BYTES;
  if (bytes > 0 && words.length * WORD_BYTES > bytes) reject(`at most ${bytes / WORD_BYTES} values`);
  if (index !== undefined && index !== '*') {
    if (bytes > 0 && Number(index) * WORD_BYTES >= bytes)
      reject(`an index below ${bytes / WORD_BYTES}, which counts words`);
    return { first: first + Number(index), count: words.length, words };
  }
  return bytes === 0 ? { first, words } : { first, count: Math.ceil(bytes / WORD_BYTES), words };
}

/** Returns the words of a texel of a format, all of whose components have a value; of a word, without a format. */
function parseTexel(text: string, format: string | undefined, reject: Reject): readonly string[] {
  const texel = format === undefined ? undefined : parseTexelFormat(format);
  if (texel === undefined || HEX.test(text)) return parseList(text, text.includes('.'), reject);
  if (texel.kind === 'srgb' || texel.sharesExponent)
    return reject('a hexadecimal word, since texels of this format are not stored');
  const given = parseList(text, !isInteger(texel), reject).map(Number);
  const components = Array.from({ length: COMPONENTS }, (_, i) => given[Math.min(i, given.length - 1)]!);
  return encodeTexel(texel, components).map(formatWord);
}

function addSpan(
  state: StateDocument,
  resource: ShaderResource,
  element: number | undefined,
  makeSpan: (format: string | undefined) => WordSpan,
): StateDocument {
  const isMeant = (name: string): boolean =>
    element !== undefined
      ? name === `${resource.name}${element}`
      : name === resource.name ||
        (resource.count !== 1 &&
          name.startsWith(resource.name) &&
          /^\d+$/.test(name.slice(resource.name.length)));
  return {
    ...state,
    resources: (state.resources ?? []).map((given) =>
      given.kind !== 'sampler' && isMeant(given.name)
        ? { ...given, values: [...(given.values ?? []), makeSpan(given.format)] }
        : given,
    ),
  };
}

/** Sets push constants in the registers that hold them, and in the copy in memory. */
function setPushWords(
  state: StateDocument,
  { inlineConstants, inlineDwords }: PixelBinary,
  { bytes }: BlockMember,
  { first, count = 1, words }: WordSpan,
): StateDocument {
  const userData: Record<string, string> = { ...state.user_data };
  const pushWords: Record<string, string> = { ...state.push_words };
  for (let i = 0; i < Math.min(count, Math.max(1, bytes / WORD_BYTES)); i++) {
    const word = words[i % words.length]!;
    pushWords[WORD_BYTES * (first + i)] = word;
    const position = inlineDwords.indexOf(first + i);
    if (inlineConstants !== undefined && position >= 0 && position < inlineConstants.count)
      userData[`s${inlineConstants.first + position}`] = word;
  }
  return { ...state, user_data: userData, push_words: pushWords };
}

/** Formats a word as hexadecimal text. */
export function formatWord(word: number): string {
  return `0x${(word >>> 0).toString(16)}`;
}
