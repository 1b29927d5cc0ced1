import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bin, ignoreBin, openCovergroup } from '../../../cli/public/coverage.js';
import { assemble, disassemble, judgePaths } from '../../../cli/public/isa.js';
import { readTrace, type TraceRecord, traceLine } from '../../../cli/public/trace.js';
import { BUNDLES, EXTENSION, getBundleName, STANDALONE_ENTRIES } from '../../../harness/built/paths.js';
import { createTempFolder } from '../support/run-cli.js';

const folder = createTempFolder();

describe('pops-testbench/isa', () => {
  const text = `loop:
s_cbranch_scc0 loop
buffer_store_dword v8, v0, s[8:11], 0 offen
s_sendmsg sendmsg(MSG_ORDERED_PS_DONE)
s_endpgm`;
  const program = assemble(text, { gfx: 'gfx9' });
  const words = program.flatMap((instruction) => instruction.words);

  it('round-trips a program through assembly and disassembly', () => {
    expect(program.map(({ pc }) => pc)).toEqual([0, 4, 12, 16]);
    expect(disassemble(Int32Array.from(words), { gfx: 'gfx9' })).toEqual(
      program.map(({ line: _, ...instruction }) => instruction),
    );
    expect(program.map(({ line }) => line)).toEqual([2, 3, 4, 5]);
    expect(() => disassemble([0xffffffff], { gfx: 'gfx11' })).toThrow(/^Invalid words at pc 0x0: /);
    expect(() => assemble('s_nop 0', { gfx: 'gfx9', wave: 32 })).toThrow(
      'Invalid wave size 32: gfx9 supports only wave64',
    );
  });

  it('finds mistakes on program paths without running the program', () => {
    const { findings, isComplete } = judgePaths(words, { gfx: 'gfx9', collisionRegister: 3 });
    expect(isComplete).toBe(true);
    expect(findings.map(({ rule, pc }) => [rule, pc])).toContainEqual(['PROTO-11', 4]);
    expect(judgePaths([0xbf810000], { gfx: 'gfx9' }).findings).toEqual([]);
  });
});

it('pops-testbench/coverage samples any user-defined covergroup', () => {
  const { sampler, bins, percent } = openCovergroup({
    name: 'queue',
    version: 1,
    text: 'How full the queue is.',
    statements: [],
    points: {
      fill: { text: 'Entry count.', bins: [bin('empty', [0]), bin('some', [[1, 7]]), bin('full', [8])] },
      order: { text: 'Order.', bins: [bin('in', [0]), ignoreBin('out', [1], 'in order only')] },
    },
    crosses: [],
  });
  const { values, point, sample } = sampler;
  for (const [fill, order] of [
    [0, 0],
    [5, 1],
    [5, 0],
  ]) {
    values[point.fill] = fill!;
    values[point.order] = order!;
    sample();
  }
  expect(bins().map(({ bin: name, hits, isCovered }) => [name, hits, isCovered])).toEqual([
    ['empty', 1, true],
    ['some', 2, true],
    ['full', 0, false],
    ['in', 2, true],
    ['out', 1, false],
  ]);
  expect(percent()).toBeCloseTo((200 / 3 + 100) / 2);
});

async function readRecords(file: string): Promise<TraceRecord[]> {
  const records: TraceRecord[] = [];
  for await (const record of readTrace(file)) records.push(record);
  return records;
}

it('pops-testbench/trace round-trips records, and reports the line of an invalid one', async () => {
  const file = join(folder, 'own.jsonl');
  const record = { kind: 'wave-ended', cycle: 3, wave: 0, pc: 8, by: 'end', reason: 'end' } as const;
  writeFileSync(file, traceLine(record));
  expect(await readRecords(file)).toEqual([record]);
  writeFileSync(file, `${traceLine(record)}{"kind": "wave-ended"}\n`);
  await expect(readRecords(file)).rejects.toThrow(/own\.jsonl.*2/);
});

it.each(STANDALONE_ENTRIES)('%s is a single file that imports only Node modules', (module) => {
  const bundle = readFileSync(join(BUNDLES, `${getBundleName(module)}${EXTENSION}`), 'utf8');
  const imported = Array.from(
    bundle.matchAll(/\b(?:from|import)\s*\(?["'`]([^"'`]+)["'`]/g),
    ([, name]) => name,
  );
  expect(imported.filter((name) => !name!.startsWith('node:'))).toEqual([]);
});
