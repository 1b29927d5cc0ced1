import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { assembleProgram } from '../../arch/index.js';
import {
  type CoverageData,
  createCollector,
  mergeCoverage,
  summariseCoverage,
  unpackCoverage,
} from '../../coverage/index.js';
import { findPackageRoot } from '../../harness/basics/package-root.js';
import { checkTrace } from '../../intake/check-trace/check-trace.js';
import { parseRequiredRules } from '../../intake/check-trace/trace-document.js';
import type { TraceOptions, TraceVerdict } from '../../intake/check-trace/trace-judge.js';
import { createTempFolder, runCli } from '../cli/support/run-cli.js';

const folder = createTempFolder();
const MAIN = join(findPackageRoot(), 'dist', 'cli', 'main.js');
const FOLDER = join(findPackageRoot(), 'docs', 'examples', 'trace');
const examplePath = (file: string): string => join(FOLDER, file);
const readText = (file: string): string => readFileSync(examplePath(file), 'utf8');
const SCENARIO = JSON.parse(readText('scenario.json'));

it('docs/trace.md shows a trace to paste, and what is printed for it and for a broken one', () => {
  const page = readFileSync(join(findPackageRoot(), 'docs', 'trace.md'), 'utf8');
  const [, trace = ''] = /^## The smallest trace\n[\s\S]*?```jsonl\n([\s\S]*?)```/m.exec(page)!;
  writeFileSync(join(folder, 'first.jsonl'), trace);
  const sessions = page.split('## Verdict')[0]!.matchAll(/^```\n(\$ (?:sed|.* first\.jsonl\n)[\s\S]*?)```/gm);
  for (const [, session] of sessions) {
    const lines = session!.trim().split('\n');
    const commands = lines.filter((line) => line.startsWith('$ ')).map((line) => line.slice(2));
    const script = commands
      .join('; ')
      .replaceAll('npx --no-install pops-tb', `"${process.execPath}" "${MAIN}"`);
    const { stdout } = spawnSync('sh', ['-c', script], { cwd: folder, encoding: 'utf8' });
    expect(stdout.split('\n')).toEqual(expect.arrayContaining(lines.slice(commands.length)));
  }
  expect.assertions(2);
});

type Records = Record<string, unknown>[];

/** Returns a copy of the example's records that tests may modify. */
const readRecords = (): Records =>
  readText('trace.jsonl')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

async function writeChangedTrace(edit: (records: Records) => Records): Promise<string> {
  const file = join(folder, 'changed.jsonl');
  await writeFile(
    file,
    edit(readRecords())
      .map((record) => `${JSON.stringify(record)}\n`)
      .join(''),
  );
  return file;
}

it('the example trace passes with every rule checked', async () => {
  const { verdict, unchecked, waves } = await checkTrace(
    examplePath('trace.jsonl'),
    examplePath('scenario.json'),
  );
  expect({ verdict, unchecked, waves }).toEqual({ verdict: 'pass', unchecked: [], waves: 2 });
});

it('the example trace is checked by the same rules if the scenario does not specify freedoms', async () => {
  const { freedoms: _, ...scenario } = SCENARIO;
  const file = join(folder, 'no-freedoms.json');
  await writeFile(file, JSON.stringify(scenario));
  const { verdict, unchecked } = await checkTrace(examplePath('trace.jsonl'), file);
  expect({ verdict, unchecked }).toEqual({ verdict: 'pass', unchecked: [] });
});

it('the example trace may set the undefined bit above prim_mask', async () => {
  const trace = await writeChangedTrace((records) =>
    records.map((record) => {
      if (record.kind !== 'wave-launched') return record;
      const { register } = SCENARIO.programs[0].arguments.find(
        ({ name }: { name: string }) => name === 'prim_mask',
      );
      const sgprs = (record.sgprs as number[]).map((word, i) => (i === register ? word | 0x80000000 : word));
      return { ...record, sgprs };
    }),
  );
  const { verdict } = await checkTrace(trace, examplePath('scenario.json'));
  expect(verdict).toBe('pass');
});

it("the words of the example trace's program match its source", () => {
  const words = assembleProgram(readText('program.s'), 'gfx10.3');
  expect(Array.from(words, (word) => word >>> 0)).toEqual(SCENARIO.programs[0].words);
});

it.each([
  ["the second wave's overlap is not reported", 'wave-formed', { didOverlap: false }, 'ORD-04'],
  ['the second wave polls an id that has not been reached yet', 'exiting-id-polled', { id: 1 }, 'ORD-06'],
  ["the second wave's load returns the old value", 'memory-performed', { data: [0, 0, 0, 0] }, 'VIS-01'],
  ["the second wave's slot is not released", 'resource-released', undefined, 'LAUNCH-01'],
] as const)('the example trace fails when %s', async (_, kind, change, rule) => {
  const trace = await writeChangedTrace((records) =>
    records.flatMap((record) => {
      if (record.kind !== kind || record.wave !== 1) return [record];
      return change === undefined ? [] : [{ ...record, ...change }];
    }),
  );
  const { violations } = await checkTrace(trace, examplePath('scenario.json'));
  expect(violations.map((violation) => violation.rule)).toContain(rule);
});

it('a trace that was stopped by a budget is inconclusive', async () => {
  const shortTrace = await writeChangedTrace((records) => [
    ...records.slice(0, 20),
    { kind: 'stopped', cycle: 200, budget: 'cycles', limit: 200 },
  ]);
  const { code, stdout } = await runCli(
    ['check-trace', shortTrace, '--scenario', examplePath('scenario.json')],
    folder,
  );
  expect(code).toBe(1);
  expect(stdout).toMatch(/^INCONCLUSIVE .*\nthe traced run hit a budget \(see its `stopped` record\)/);
});

describe('requirements on a trace', () => {
  const checkUnmet = async (trace: string, options: TraceOptions): Promise<[string, readonly string[]]> => {
    const { verdict, unmet } = await checkTrace(trace, examplePath('scenario.json'), options);
    return [verdict, unmet];
  };

  it('are met by the example, both for completeness and for checked rules', async () => {
    const require = parseRequiredRules(['ORD', 'RACE-01', 'HANG-01']);
    expect(await checkUnmet(examplePath('trace.jsonl'), { complete: true, require })).toEqual(['pass', []]);
  });

  it('are not met when the trace was truncated between two records', async () => {
    const shortTrace = await writeChangedTrace((records) => records.slice(0, 30));
    expect((await checkUnmet(shortTrace, {}))[0]).toBe('pass');
    expect(await checkUnmet(shortTrace, { complete: true })).toEqual([
      'fail',
      [
        'the device never becomes idle (no `quiesced` record)',
        'wave 0 and 1 more have no `wave-ended` record',
        'memory object buf has no `memory-dumped` record',
      ],
    ]);
  });

  it('are not met when an applicable rule of a required class is never evaluated', async () => {
    const lonelyTrace = await writeChangedTrace((records) =>
      records.filter(
        ({ kind, wave }) => !String(kind).startsWith('memory-') || wave === undefined || wave === 0,
      ),
    );
    const reason = 'no two primitives made ordered accesses at the same pixel or sample';
    expect((await checkUnmet(lonelyTrace, { require: ['ORD', 'RACE-01'] }))[1]).toEqual([
      `ORD-01 is required but was never evaluated: ${reason}`,
      `ORD-02 is required but was never evaluated: ${reason}`,
    ]);
  });

  it('are not met when a rule lacks a record kind that it needs, has nothing to check, or does not apply to the chip', async () => {
    const partialTrace = await writeChangedTrace((records) =>
      records.filter(({ kind }) => kind !== 'memory-performed'),
    );
    expect((await checkUnmet(partialTrace, {}))[0]).toBe('pass');
    expect(await checkUnmet(partialTrace, { require: ['RACE-01', 'ORD-04'] })).toEqual([
      'fail',
      ['RACE-01 is required but was not checked (missing: memory-performed)'],
    ]);
    expect(await checkUnmet(examplePath('trace.jsonl'), { require: ['ORD-09', 'EXP-08'] })).toEqual([
      'fail',
      [
        'ORD-09 is required but does not apply: the interlock is ordered',
        'EXP-08 is required but does not apply: not a rule of gfx10.3',
      ],
    ]);
    expect(
      await checkUnmet(examplePath('trace.jsonl'), { require: ['LAUNCH-08', 'HANG-06', 'WEAK'] }),
    ).toEqual([
      'fail',
      [
        'LAUNCH-08 is required but does not apply: only pixel waves ran',
        'HANG-06 is required but was never evaluated: no run hung',
        'WEAK is required but none of its rules applies',
      ],
    ]);
    expect(() => parseRequiredRules(['ORT'])).toThrow('Unknown rule "ORT": did you mean ORD?');
  });
});

/** Writes the example trace with a second wave that reports no overlap. */
const writeInvalidTrace = (): Promise<string> =>
  writeChangedTrace((records) =>
    records.map((record) =>
      record.kind === 'wave-formed' && record.wave === 1 ? { ...record, didOverlap: false } : record,
    ),
  );

it('a check with stopOnFirst stops at the record that makes the first error certain', async () => {
  const trace = await writeInvalidTrace();
  const full = await checkTrace(trace, examplePath('scenario.json'));
  const stopped = await checkTrace(trace, examplePath('scenario.json'), { stopOnFirst: true });
  expect(stopped.stoppedAt).toBe(`trace ${trace}, line ${stopped.transactions}`);
  expect(stopped.transactions).toBeLessThan(full.transactions);
  expect(full.violations).toContainEqual(stopped.violations[0]);
});

it('a check reports how many times each rule was applied', async () => {
  const { rules } = await checkTrace(await writeInvalidTrace(), examplePath('scenario.json'));
  expect(rules.find(({ rule }) => rule === 'ORD-04')).toEqual({ rule: 'ORD-04', judged: 2, fired: 1 });
});

it('a check passes despite an error excused by a known issue, and reports the issue', async () => {
  const issue = { rule: 'ORD-04', reason: 'table', owner: 'ada', expires: '2999-01-01' };
  const trace = await writeInvalidTrace();
  const listViolatedRules = ({ violations }: TraceVerdict): Set<string> =>
    new Set(violations.map(({ rule }) => rule));
  const found = [...listViolatedRules(await checkTrace(trace, examplePath('scenario.json')))];
  const knownIssues = found.map((rule) => ({ ...issue, rule }));
  const { verdict, known } = await checkTrace(trace, examplePath('scenario.json'), {
    knownIssues,
    stopOnFirst: true,
  });
  expect({ verdict, known: known.map(({ rule }) => rule).sort() }).toEqual({
    verdict: 'pass',
    known: [...found].sort(),
  });
});

it('a check collects coverage, which merges with that of runs without double counting', async () => {
  const { coverage } = await checkTrace(examplePath('trace.jsonl'), examplePath('scenario.json'), {
    cover: true,
  });
  const traceCoverage = unpackCoverage(coverage);
  const hits = (data: CoverageData): number => summariseCoverage(data).hit;
  expect(hits(traceCoverage)).toBeGreaterThan(20);
  const runCoverage = createCollector('run').snapshot();
  expect(hits(mergeCoverage(mergeCoverage(runCoverage, traceCoverage), traceCoverage))).toBe(
    hits(traceCoverage),
  );
  const failed = await checkTrace(await writeInvalidTrace(), examplePath('scenario.json'), { cover: true });
  expect(hits(unpackCoverage(failed.coverage))).toBe(0);
});
