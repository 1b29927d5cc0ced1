import { execFileSync } from 'node:child_process';
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatRunVcd } from '../../../failures/waves/run-vcd.js';
import { runScenarioTest } from '../../../harness/one-test/run-test.js';
import { checkTrace } from '../../../intake/check-trace/check-trace.js';
import { RecordedDump } from '../../../intake/vcd/dump-file.js';
import { SEQUENCES } from '../../../stimulus/index.js';
import {
  encodeScenario,
  type FaultId,
  type Scenario,
  type Transaction,
  transactionLine,
} from '../../../transactions/index.js';
import { callCli } from '../../cli/support/call-cli.js';
import { createTempFolder } from '../../cli/support/run-cli.js';
import { drawTest } from '../../support/drawn-test.js';
import { hasTool } from '../../support/external-tool.js';

const folder = createTempFolder();

const generate = (name: string, faults: readonly FaultId[] = []): Scenario =>
  drawTest(name, '0x3', { faults });

describe('a dump that a replay writes', () => {
  // With equal records, the verdict is that of the run (check-trace.conform.ts). The first cycles have every kind.
  it.each(SEQUENCES.map(({ name }) => name))('holds the records of its run: %s', async (name) => {
    const scenario = generate(name);
    const lines: string[] = [];
    const sink = (t: Transaction): void => void lines.push(transactionLine(t));
    runScenarioTest(scenario, { sink, cycles: 400, rules: new Set() });
    const transactions = lines.map((line): Transaction => JSON.parse(line));
    const file = join(folder, `${name}.vcd`);
    writeFileSync(file, formatRunVcd({ scenario, transactions, violations: [] }));
    const read: string[] = [];
    for await (const { value } of new RecordedDump(file).records(() => undefined))
      read.push(`${JSON.stringify(value)}\n`);
    expect(read.slice(1)).toEqual(lines);
  });

  it.each<[string, FaultId[]]>([
    ['rmw_buffer', []],
    ['empty_section', []],
    ['rmw_image', ['F43']],
    ['coherent_buffer', ['F102']],
  ])('gets the verdict of its run: %s %s', async (name, faults) => {
    const path = join(folder, `${name}-${faults.join()}`);
    mkdirSync(path);
    writeFileSync(join(path, 'scenario.msgpack'), encodeScenario(generate(name, faults)));
    const { stdout } = await callCli(['replay', path, '--json', '--trace', 'vcd,jsonl']);
    const { verdict, violations, traces } = JSON.parse(stdout);
    const vcd = (traces as string[]).find((trace) => trace.endsWith('.vcd'))!;
    const jsonl = (traces as string[]).find((trace) => trace.endsWith('.jsonl'))!;
    expect(statSync(vcd).size).toBeLessThan(statSync(jsonl).size / 2);
    const fst = join(path, 'trace.fst');
    if (hasTool('vcd2fst', 'gtkwave')) execFileSync('vcd2fst', [vcd, fst]);
    for (const dump of hasTool('vcd2fst', 'gtkwave') ? [vcd, fst] : [vcd]) {
      const checked = await checkTrace(dump);
      const listRules = (list: readonly { readonly rule: string }[]) => list.map(({ rule }) => rule);
      expect([checked.verdict, checked.cut, listRules(checked.violations)]).toEqual([
        verdict,
        undefined,
        listRules(violations),
      ]);
    }
  });
});
