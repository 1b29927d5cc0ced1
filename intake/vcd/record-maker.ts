import { lookup } from '../../arch/index.js';
import { makeUnknownNameError } from '../../harness/basics/index.js';
import { QUAD_COLUMNS, TRACE_FIELDS, type TraceFieldType, UsageError } from '../../transactions/index.js';
import {
  createFieldMaker,
  createNumberReader,
  type FieldMaker,
  type MapCompiler,
} from './field-templates.js';
import type { NumberAssigner } from './numbering.js';
import { isTransactionKind, QUAD, type RecordTemplate } from './signal-map.js';
import { prefixErrors, type Sample } from './signals.js';

/**
 * Builds a trace record without its cycle. Returns undefined if the template's condition is false, or if the template
 * only adds a quad to the wave being formed.
 */
export type RecordMaker = (sample: Sample) => Record<string, unknown> | undefined;

/** The value of a mask field that covers one sample in each of its two pixels. */
const BOTH_PIXELS = 0x10001;

/** The fields of a quad, as in `wave-formed`, with their defaults. */
const QUAD_FIELDS = {
  x: undefined,
  y: undefined,
  primitive: undefined,
  masks01: BOTH_PIXELS,
  masks23: BOTH_PIXELS,
  sample: 0,
  rate: 0,
} as const satisfies Readonly<Record<string, number | undefined>>;

/** Defaults for fields that a map does not specify. */
const DEFAULTS: Readonly<Record<string, unknown>> = lookup({
  packer: 0,
  draw: 0,
  vm: 0,
  vs: 0,
  lgkm: 0,
  exp: 0,
  intrawaveMask: 0,
  simd: 0,
  sgprs: [],
  sgprCount: 0,
  vgprs: [],
  vgprCount: 0,
  mode: -1,
  popsPacker: 0,
  controller: 0,
  loadCycles: 0,
  holds: {},
  data: [],
  reason: '',
  waiting: [],
});

const ISSUED = 'memory-issued';
const PERFORMED = 'memory-performed';
const RETURNED = 'memory-returned';
const FORMED = 'wave-formed';
const ACCESS_KINDS: readonly string[] = [PERFORMED, RETURNED];
const LANES_PER_MASK = 32;

/** Compiles a record template. Throws `UsageError` if the template is invalid. */
export function compileRecord(
  template: RecordTemplate,
  numbering: NumberAssigner,
  compiler: MapCompiler,
): RecordMaker {
  const { kind, when = true, tag, ...fields } = template;
  const condition = withPrefix('when', () => compiler.compileCondition(when));
  const make = isTransactionKind(kind)
    ? compileTransaction({ kind, fields, tag }, numbering, compiler)
    : compileQuad(fields, numbering, compiler);
  return (sample) => ((condition(sample) ?? 0) === 0 ? undefined : prefixErrors(kind, () => make(sample)));
}

function compileQuad(
  templates: Readonly<Record<string, unknown>>,
  numbering: NumberAssigner,
  compiler: MapCompiler,
): RecordMaker {
  const names = Object.keys(QUAD_FIELDS);
  rejectUnknownFields(QUAD, templates, [...names, 'packer']);
  const makers = Object.entries(QUAD_FIELDS).map(([name, defaultValue]) =>
    withPrefix(name, () => createNumberReader(templates[name] ?? defaultValue, compiler)),
  );
  const packer = withPrefix('packer', () => createNumberReader(templates.packer ?? 0, compiler));
  return (sample) => {
    numbering.addQuad(
      packer(sample),
      makers.map((make) => make(sample)),
    );
    return undefined;
  };
}

interface TransactionTemplate {
  readonly kind: keyof typeof TRACE_FIELDS;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly tag: RecordTemplate['tag'];
}

function compileTransaction(
  { kind, fields: templates, tag }: TransactionTemplate,
  numbering: NumberAssigner,
  compiler: MapCompiler,
): RecordMaker {
  const types = TRACE_FIELDS[kind] as Readonly<
    Record<string, TraceFieldType | { readonly optional: TraceFieldType }>
  >;
  const isAccess = tag !== undefined && ACCESS_KINDS.includes(kind);
  if (tag !== undefined && !isAccess && kind !== ISSUED)
    throw new UsageError(`tag is only allowed on ${ISSUED}, ${ACCESS_KINDS.join(' and ')}`);
  const derived = listDerivedFields(kind, isAccess, tag !== undefined, templates);
  rejectUnknownFields(kind, templates, Object.keys(types));
  const makers = Object.entries(types).flatMap(([name, type]): [string, FieldMaker][] => {
    const isOptional = typeof type === 'object' && 'optional' in type;
    const template = templates[name] ?? (isOptional || derived.includes(name) ? undefined : DEFAULTS[name]);
    if (template !== undefined)
      return [
        [
          name,
          withPrefix(name, () => createFieldMaker(isOptional ? type.optional : type, template, compiler)),
        ],
      ];
    if (isOptional || derived.includes(name)) return [];
    throw new UsageError(`${name} is missing`);
  });
  const key = tag === undefined ? undefined : withPrefix('tag', () => createNumberReader(tag, compiler));
  return (sample) => {
    const record: Record<string, unknown> = { kind };
    if (isAccess) Object.assign(record, getAccessFields(kind, key!(sample), numbering));
    // The wave comes first because lane columns need it.
    for (const [name, make] of makers.toSorted(([a], [b]) => Number(b === 'wave') - Number(a === 'wave')))
      record[name] = make(sample, () => sampleLanes(sample, numbering, record.wave as number));
    if (kind === FORMED) completeFormation(record, numbering);
    if (derived.includes('lanesLo'))
      Object.assign(record, computeLaneMasks(record.wave as number, numbering));
    if (kind === ISSUED && key !== undefined)
      record.access = numbering.issue(key(sample), record.wave as number);
    return record;
  };
}

/** Returns the fields that a map may omit: numbers assigned here, and values derived from the wave's quads. */
function listDerivedFields(
  kind: string,
  isAccess: boolean,
  hasTag: boolean,
  templates: Readonly<Record<string, unknown>>,
): readonly string[] {
  if (kind === FORMED) return ['wave', 'quads', 'quadCount'];
  if (isAccess) return ['wave', 'access'];
  if (kind !== ISSUED) return [];
  const lanes = templates.lanesLo === undefined ? ['lanesLo', 'lanesHi'] : [];
  return hasTag ? ['access', ...lanes] : lanes;
}

function getAccessFields(kind: string, tag: number, numbering: NumberAssigner): Record<string, unknown> {
  const { wave, number } = kind === PERFORMED ? numbering.perform(tag) : numbering.complete(tag);
  return { wave, access: number };
}

function completeFormation(record: Record<string, unknown>, numbering: NumberAssigner): void {
  const packer = record.packer as number;
  const collected = numbering.takeQuads(packer);
  const quads = (record.quads as readonly number[] | undefined) ?? collected;
  record.wave ??= numbering.form(packer, record.id as number, quads);
  record.quads = quads;
  record.quadCount ??= quads.length / QUAD_COLUMNS;
}

function computeLaneMasks(wave: number, numbering: NumberAssigner): Record<string, unknown> {
  const masks: [number, number] = [0, 0];
  for (const [lane, { isCovered }] of numbering.getLanes(wave).entries())
    if (isCovered) masks[lane < LANES_PER_MASK ? 0 : 1] += 2 ** (lane % LANES_PER_MASK);
  return { lanesLo: masks[0], lanesHi: masks[1] };
}

function* sampleLanes(
  sample: Sample,
  numbering: NumberAssigner,
  wave: number,
): Generator<Sample | undefined> {
  for (const [lane, { x, y, isCovered }] of numbering.getLanes(wave).entries())
    yield isCovered ? { ...sample, lane, x, y } : undefined;
}

function rejectUnknownFields(
  kind: string,
  templates: Readonly<Record<string, unknown>>,
  allowed: readonly string[],
): void {
  const unknownField = Object.keys(templates).find((name) => !allowed.includes(name));
  if (unknownField !== undefined) throw makeUnknownNameError(`${kind} field`, unknownField, allowed);
}

function withPrefix<T extends (...inputs: never[]) => unknown>(name: string, compile: () => T): T {
  const make = prefixErrors(name, compile);
  return ((...inputs: Parameters<T>) => prefixErrors(name, () => make(...inputs))) as T;
}
