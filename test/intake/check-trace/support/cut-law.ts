import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encode } from '@msgpack/msgpack';
import { findPackageRoot } from '../../../../harness/basics/package-root.js';
import { checkTrace } from '../../../../intake/check-trace/check-trace.js';
import type { TraceVerdict } from '../../../../intake/check-trace/trace-judge.js';
import { readTrace, TruncatedRecordError } from '../../../../intake/check-trace/trace-reader.js';
import { type DumpSignal, ValueChanges } from '../../../../intake/vcd/value-changes.js';

export const EXAMPLES = join(findPackageRoot(), 'docs', 'examples');
export const SCENARIO = join(EXAMPLES, 'trace', 'scenario.json');
export const MAP = join(EXAMPLES, 'dump', 'two_waves.map.ts');

const listFindings = ({ violations }: TraceVerdict): string[] =>
  violations.map(({ rule, cycle, observed }) => `${rule} at ${cycle}: ${observed}`);

/** Encodes the lines of a trace as MessagePack, one buffer per record. */
export function packLines(lines: readonly string[]): Buffer[] {
  return lines.map((line) => Buffer.from(encode(JSON.parse(line))));
}

/**
 * Checks a trace cut after every `step` records, and returns what breaks the law: findings that the whole trace does not have,
 * findings that vanish or come late, and passes that do not say where the trace ends.
 */
export async function findRecordBreaches(
  file: string,
  records: readonly Uint8Array[],
  step = 1,
): Promise<string[]> {
  writeFileSync(file, Buffer.concat(records));
  const whole = await checkTrace(file, SCENARIO);
  const wholeFindings = new Set(listFindings(whole));
  const breaches: string[] = [];
  let certain = 0;
  for (let count = 1; count < records.length; count += step) {
    writeFileSync(file, Buffer.concat(records.slice(0, count)));
    const cut = await checkTrace(file, SCENARIO);
    const findings = listFindings(cut);
    const where = `after record ${count}`;
    breaches.push(...findings.filter((text) => !wholeFindings.has(text)).map((text) => `${where}: ${text}`));
    if (findings.length < certain) breaches.push(`${where}: a finding vanished`);
    if (cut.cut === undefined) breaches.push(`${where}: a plain ${cut.verdict}`);
    certain = findings.length;
  }
  return breaches;
}

/** Reads a trace cut at every byte, and returns where it does not have the records that are whole by then. */
export async function findByteBreaches(file: string, records: readonly Uint8Array[]): Promise<string[]> {
  const content = Buffer.concat(records);
  writeFileSync(file, content);
  const isText = records[0]!.at(-1) === 0x0a;
  const breaches: string[] = [];
  let [count, start] = [records.length, content.length];
  for (let length = content.length - 1; length > 2; length--) {
    truncateSync(file, length);
    while (start > length) start -= records[--count]!.length;
    // A line is whole without its newline.
    const missing = count < records.length ? start + records[count]!.length - length : 0;
    const expected =
      isText && missing === 1 ? `${count + 1}` : `${count}${start < length ? ' and a part' : ''}`;
    const actual = await countRecords(file);
    if (actual !== expected) breaches.push(`at byte ${length}: ${actual} records, expected ${expected}`);
  }
  return breaches;
}

async function countRecords(file: string): Promise<string> {
  let count = 0;
  try {
    for await (const _ of readTrace(file)) count++;
  } catch (error) {
    return error instanceof TruncatedRecordError ? `${count} and a part` : `${count}, then ${error}`;
  }
  return `${count}`;
}

/** Samples a dump that is cut at every byte, and returns where its edges are not the first ones of the whole dump. */
export function findEdgeBreaches(content: string): string[] {
  const whole = sampleEdges(content);
  const breaches: string[] = [];
  for (let length = content.length - 1; length > content.indexOf('$dumpvars'); length--) {
    const edges = sampleEdges(content.slice(0, length));
    if (edges.some((edge, i) => edge !== whole[i])) breaches.push(`at byte ${length}`);
  }
  return breaches;
}

function sampleEdges(content: string): string[] {
  const edges: string[] = [];
  const onDeclared = (signals: readonly DumpSignal[]): DumpSignal[] => [
    ...signals.filter(({ path }) => path === 'two_waves.clock'),
    ...signals.filter(({ path }) => /(formed|state|visible_id)$/.test(path)),
  ];
  const changes = new ValueChanges('dump', {
    onDeclared,
    onEdge: (bits, time) => edges.push(`${time} ${bits.join(' ')}`),
  });
  const lines = content.split('\n');
  const rest = lines.pop()!;
  for (const line of lines) changes.addLine(line);
  changes.finish(rest);
  return edges;
}

/**
 * Checks a dump cut at every `step` bytes, and returns what breaks the law: findings that the whole dump does not have,
 * and passes that do not say where it ends although a wave is under way. A rule that judges the end names its cycle.
 */
export async function findDumpBreaches(file: string, content: string, step: number): Promise<string[]> {
  writeFileSync(file, content);
  const check = (): Promise<TraceVerdict> => checkTrace(file, SCENARIO, { map: MAP });
  const list = (verdict: TraceVerdict): string[] =>
    listFindings(verdict).map((text) => text.replace(/ at \d+/, ''));
  const whole = await check();
  const wholeFindings = new Set(list(whole));
  const breaches: string[] = [];
  for (let length = content.length - 1; length > content.indexOf('#35\n'); length -= step) {
    truncateSync(file, length);
    const cut = await check();
    const findings = list(cut).filter((text) => !wholeFindings.has(text));
    breaches.push(...findings.map((text) => `at byte ${length}: ${text}`));
    if (cut.cut === undefined && cut.transactions < whole.transactions)
      breaches.push(`at byte ${length}: a plain ${cut.verdict}`);
  }
  return breaches;
}
