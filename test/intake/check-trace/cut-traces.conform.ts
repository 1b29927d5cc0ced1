import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTempFolder } from '../../cli/support/run-cli.js';
import {
  EXAMPLES,
  findByteBreaches,
  findDumpBreaches,
  findEdgeBreaches,
  findRecordBreaches,
  packLines,
} from './support/cut-law.js';

const folder = createTempFolder();
const lines = readFileSync(join(EXAMPLES, 'trace', 'trace.jsonl'), 'utf8')
  .trimEnd()
  .split('\n');

/** The example trace in which the second wave's records of a kind are changed or, without a change, left out. */
const changeTrace = (kind: string, change: object | undefined): string[] =>
  lines.flatMap((line) => {
    const record = JSON.parse(line);
    if (record.kind !== kind || record.wave !== 1) return [`${line}\n`];
    return change === undefined ? [] : [`${JSON.stringify({ ...record, ...change })}\n`];
  });

const CHANGES: readonly (readonly [kind: string, change: object | undefined])[] = [
  ['none', {}],
  ['wave-formed', { didOverlap: false }],
  ['exiting-id-polled', { id: 1 }],
  ['memory-performed', { data: [0, 0, 0, 0] }],
  ['resource-released', undefined],
  ['wait-done', undefined],
  ['section-exit', undefined],
];

it.each([
  ['JSON Lines', changeTrace('none', {}).map((line) => Buffer.from(line))],
  ['MessagePack', packLines(changeTrace('none', {}))],
])('a kill at any byte leaves the whole records of %s', async (format, records) => {
  expect(await findByteBreaches(join(folder, format), records)).toEqual([]);
});

describe('a kill leaves the findings that the whole trace has by then', () => {
  it.each(CHANGES)('in JSON Lines with changed %s', async (kind, change) => {
    const records = changeTrace(kind, change).map((line) => Buffer.from(line));
    expect(await findRecordBreaches(join(folder, kind), records)).toEqual([]);
  });

  it.each(CHANGES.slice(0, 3))('in MessagePack with changed %s', async (kind, change) => {
    const records = packLines(changeTrace(kind, change));
    expect(await findRecordBreaches(join(folder, `${kind}-packed`), records, 8)).toEqual([]);
  });

  it.each(['good.vcd', 'early.vcd'])('in a dump, %s', async (name) => {
    const content = readFileSync(join(import.meta.dirname, 'dumps', name), 'utf8');
    // The signals that are sampled are nearly the same in both.
    if (name === 'early.vcd') expect(findEdgeBreaches(content)).toEqual([]);
    expect(await findDumpBreaches(join(folder, name), content, 211)).toEqual([]);
  });
});
