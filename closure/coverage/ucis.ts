import { findMax } from '../../arch/index.js';
import {
  type BinRow,
  COVERAGE_MODEL,
  type CompiledItem,
  type CoverageData,
  type GroupDefinition,
  getBinRows,
  type ModelGroup,
  type ValueSet,
} from '../../coverage/index.js';
import { makeXmlElement as element, makeXmlDocument } from '../../harness/text/index.js';

/**
 * Sanitises names for tools that split them at dots and slashes: keeps only letters, digits and `_<>,-`. Distinct names
 * stay distinct.
 */
function sanitiseNames(names: readonly string[]): string[] {
  const usedNames = new Set<string>();
  return names.map((name) => {
    const sanitised = name.replaceAll('+', '_up').replace(/[^\w<>,-]+/g, '_');
    let unique = sanitised;
    for (let n = 2; usedNames.has(unique); n++) unique = `${sanitised}_${n}`;
    usedNames.add(unique);
    return unique;
  });
}

/** Returns the path, relative to the repository root, of the file that declares a covergroup. */
function getSourceFile(group: string): string {
  return `coverage/groups/${group}.ts`;
}

const MIN_INT32 = -0x80000000;
const MAX_INT32 = 0x7fffffff;

type Range = readonly [from: number, to: number];

/**
 * Returns the values of a coverpoint bin as inclusive ranges. An `others` bin covers the values that are in no other
 * bin. Returns an empty array for a transition.
 */
function getBinRanges(group: GroupDefinition, point: string, bin: number): readonly Range[] {
  const definition = group.points[point]!;
  if (!('bins' in definition)) return [];
  const { values } = definition.bins[bin]!;
  if (values !== 'others') return toRanges(values);
  return findGaps(
    definition.bins.flatMap((other) => (other.values === 'others' ? [] : toRanges(other.values))),
  );
}

/** Returns the first value of each step of a transition, or undefined for a value bin. */
function getTransitionSteps(
  group: GroupDefinition,
  point: string,
  bin: number,
): readonly number[] | undefined {
  const definition = group.points[point]!;
  if ('bins' in definition) return undefined;
  return definition.transitions[bin]!.steps.map((values) => toRanges(values)[0]![0]);
}

/**
 * Returns the index of each component of a cross bin within its coverpoint. For a selection, which covers several
 * combinations, uses the first bin listed for each coverpoint. The index is 0 for a component that is not a value bin,
 * such as a transition.
 */
function getComponentIndices(group: GroupDefinition, item: CompiledItem, row: BinRow): readonly number[] {
  const cross = group.crosses.find(({ name }) => name === item.name)!;
  const selection = cross.bins?.find(({ name }) => name === row.bin);
  return item.of.map((point, axis) => {
    const definition = group.points[point]!;
    const bins = 'bins' in definition ? definition.bins : [];
    const name = row.of[axis] ?? selection?.where[point]?.[0];
    return Math.max(
      0,
      bins.findIndex((bin) => bin.name === name),
    );
  });
}

function toRanges(values: ValueSet): Range[] {
  return values.map((value) => (typeof value === 'number' ? [value, value] : value));
}

/** Returns the ranges of 32-bit integers outside the given ranges. */
function findGaps(ranges: readonly Range[]): Range[] {
  const sorted = [...ranges].sort((a, b) => a[0] - b[0]);
  const gaps: Range[] = [];
  let next = MIN_INT32;
  for (const [from, to] of sorted) {
    if (from > next) gaps.push([next, from - 1]);
    next = Math.max(next, to + 1);
  }
  if (next <= MAX_INT32) gaps.push([next, MAX_INT32]);
  return gaps;
}

/** Metadata for a UCIS file. */
interface UcisOptions {
  /** The version of this tool. */
  readonly version: string;
  /** The time recorded with the counts, in ISO 8601 format. */
  readonly time: string;
}

/**
 * Formats coverage as a UCIS 1.0 interchange file (see formats.md, section 1), with the hits of passing tests and one
 * history node per run. Omits ignored and illegal cross bins, since readers treat them as ordinary bins.
 */
export function formatUcis(data: CoverageData, options: UcisOptions): string {
  const rows = getBinRows(data);
  // UTC without a suffix, since readers reject `Z` and offsets.
  const time = options.time.slice(0, 19);
  const content = [
    ...COVERAGE_MODEL.groups.map(({ compiled }, i) =>
      element('sourceFiles', { fileName: getSourceFile(compiled.definition.name), id: i + 1 }),
    ),
    ...formatHistoryNodes(data, options.version, time),
    element('instanceCoverages', { name: 'tb', key: 0, instanceId: 0, moduleName: 'tb' }, [
      formatSourceLocation('id', 1),
      ...COVERAGE_MODEL.groups.map((group, i) => formatCovergroup(group, i + 1, rows)),
    ]),
  ];
  return makeXmlDocument(
    element('UCIS', { ucisVersion: '1.0', writtenBy: 'pops-tb', writtenTime: time }, content),
  );
}

function formatHistoryNodes(data: CoverageData, version: string, time: string): string[] {
  const runs = [...new Set(data.parts.map(({ run }) => run))];
  return (runs.length === 0 ? ['no run'] : runs).map((run, i) =>
    element('historyNodes', {
      historyNodeId: i,
      logicalName: run,
      kind: '1',
      testStatus: 'true',
      date: time,
      toolCategory: 'UCIS:Simulator',
      ucisVersion: '1.0',
      vendorId: 'pops-testbench',
      vendorTool: 'pops-tb',
      vendorToolVersion: version,
      comment: 'times are UTC; hits of tests that failed or expect a rule to fire are not counted',
    }),
  );
}

function formatCovergroup({ compiled }: ModelGroup, file: number, allRows: readonly BinRow[]): string {
  const { definition, items } = compiled;
  const { name, weight = 1, goal = 100 } = definition;
  const rows = allRows.filter(({ group }) => group === name);
  const names = sanitiseNames(items.map((item) => item.name));
  const elements = items.map((item, key) => {
    const itemRows = rows.slice(item.first, item.first + item.count);
    return item.kind === 'point'
      ? formatCoverpoint(compiled, item, { name: names[key]!, key }, itemRows)
      : formatCross(compiled, item, { name: names[key]!, key }, itemRows, names);
  });
  return element('covergroupCoverage', {}, [
    element('cgInstance', { name: sanitiseNames([name])[0]!, key: 0 }, [
      element('options', { weight, goal, at_least: 1 }),
      element('cgId', { cgName: sanitiseNames([name])[0]!, moduleName: 'tb' }, [
        formatSourceLocation('cginstSourceId', file),
        formatSourceLocation('cgSourceId', file),
      ]),
      ...elements.filter((xml) => xml !== ''),
    ]),
  ]);
}

type CompiledGroup = ModelGroup['compiled'];
type Identity = { readonly name: string; readonly key: number };

const TYPES = { count: 'bins', ignore: 'ignore', illegal: 'illegal' } as const;

function formatCoverpoint(
  { definition }: CompiledGroup,
  item: CompiledItem,
  identity: Identity,
  rows: readonly BinRow[],
): string {
  const names = sanitiseNames(rows.map(({ bin }) => bin));
  const bins = rows.map((row, key) => {
    const content = getTransitionSteps(definition, item.name, key)?.length
      ? formatSequence(getTransitionSteps(definition, item.name, key)!, row)
      : formatRanges(getBinRanges(definition, item.name, key), row);
    return element('coverpointBin', { name: names[key]!, type: TYPES[row.kind], key }, content);
  });
  return element('coverpoint', identity, [formatOptions(item, rows), ...bins]);
}

/** Formats the ranges of a bin. The first range carries the entire count, since readers ignore the others. */
function formatRanges(values: readonly (readonly [number, number])[], row: BinRow): string[] {
  return values.map(([from, to], i) =>
    element('range', { from, to }, [formatContents(i === 0 ? row : undefined)]),
  );
}

function formatSequence(steps: readonly number[], row: BinRow): string[] {
  return [
    element('sequence', {}, [
      formatContents(row),
      ...steps.map((step) => element('seqValue', {}, [`${step}`])),
    ]),
  ];
}

/**
 * Formats a cross. Returns an empty string if it has no counted bins, since readers treat a cross without bins as
 * uncovered.
 */
function formatCross(
  { definition, items }: CompiledGroup,
  item: CompiledItem,
  identity: Identity,
  rows: readonly BinRow[],
  itemNames: readonly string[],
): string {
  const names = sanitiseNames(rows.map(({ bin, of }) => (of.length === 0 ? bin : `<${of.join(',')}>`)));
  const bins = rows.flatMap((row, key) => {
    if (row.kind !== 'count') return [];
    const indices = getComponentIndices(definition, item, row).map((index) =>
      element('index', {}, [`${index}`]),
    );
    return [element('crossBin', { name: names[key]!, key }, [...indices, formatContents(row)])];
  });
  if (bins.length === 0) return '';
  const expressions = item.of.map((point) => {
    const index = items.findIndex(({ name }) => name === point);
    return element('crossExpr', {}, [itemNames[index]!]);
  });
  return element('cross', identity, [formatOptions(item, rows), ...expressions, ...bins]);
}

function formatOptions({ weight, goal }: CompiledItem, rows: readonly BinRow[]): string {
  const thresholds = rows.filter(({ kind }) => kind === 'count').map(({ atLeast }) => atLeast);
  return element('options', { weight, goal, at_least: findMax(thresholds, 1) });
}

function formatContents(row: BinRow | undefined): string {
  return element('contents', { coverageCount: Math.min(row?.passed.hits ?? 0, Number.MAX_SAFE_INTEGER) });
}

function formatSourceLocation(name: string, file: number): string {
  return element(name, { file, line: 1, inlineCount: 1 });
}
