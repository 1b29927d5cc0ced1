import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { callCli } from '../../cli/support/call-cli.js';
import { createTempFolder, createWriter } from '../../cli/support/run-cli.js';
import {
  EXAMPLES,
  findByteBreaches,
  findEdgeBreaches,
  findRecordBreaches,
  MAP,
  packLines,
  SCENARIO,
} from './support/cut-law.js';

const folder = createTempFolder();
const text = readFileSync(join(EXAMPLES, 'trace', 'trace.jsonl'), 'utf8');
const lines = text
  .trimEnd()
  .split('\n')
  .map((line) => `${line}\n`);
const records = lines.map((line) => Buffer.from(line));
const save = createWriter(folder);
const checkFile = (file: string, ...options: string[]) =>
  callCli(['check-trace', file, '--scenario', SCENARIO, ...options]);

describe('a trace that ends before its run', () => {
  it.each([
    [
      'within a record',
      text.slice(0, -20),
      /^PASS up to cycle 482, the trace ends there .*\nthe trace ends at cycle 482: it ends within line 66/,
    ],
    [
      'between records',
      lines.slice(0, 30).join(''),
      /^PASS up to cycle \d+, the trace ends there .*\n.*it has no end of the run \(no `quiesced`/,
    ],
    [
      'before its dump',
      lines.slice(0, -1).join(''),
      /^PASS up to cycle 482, .*\n.*it has no `memory-dumped` record/,
    ],
    ['no wave', text.replace(/.*"wave-formed".*\n/g, ''), /^PASS in part.*\n.*lacks wave-formed$/m],
    ['one wave', text.replace(/.*"wave-formed".*\n/, ''), /^PASS in part.*\n.* \(missing for 0\)/],
    ['a short dump', text.replace('"words":[9,9,', '"words":['), /^PASS in part.*\n.*62 of 64 words/],
    ['within a MessagePack record', Buffer.concat(packLines(lines)).subarray(0, -1), /ends within record 66/],
  ])('passes only up to there, with exit code 3: %s', async (_, content, message) => {
    const { code, stdout } = await checkFile(save('cut', content));
    expect(stdout).toMatch(message);
    expect([code, (await checkFile(save('cut', content), '--complete')).code]).toEqual([3, 1]);
  });

  it('fails if an error is certain by then, and says what was left to check', async () => {
    const wrong = text.replace(/("kind":"wave-formed","cycle":\d+,"wave":1,.*"didOverlap":)true/, '$1false');
    const last = wrong.lastIndexOf('"kind":"wave-ended"');
    const { code, stdout } = await checkFile(save('wrong', wrong.slice(0, last)));
    expect(stdout).toMatch(/^FAIL {2}.*\nthe trace ends at cycle \d+: it ends within line \d+/);
    expect(stdout).toMatch(/\nORD-04 /);
    expect(stdout).toMatch(/\nnot checked: .*ORD-03.* \(missing: .*the end of the run/);
    expect(code).toBe(1);
  });

  it('is named in the JSON document, where its verdict is not a pass', async () => {
    const { code, stdout } = await checkFile(save('cut', text.slice(0, -20)), '--json');
    const { verdict, cut } = JSON.parse(stdout);
    expect({ code, verdict, cycle: cut[0].cycle }).toEqual({ code: 3, verdict: 'cut', cycle: 482 });
  });

  it('has the findings that the whole trace has by then, at any record and at any byte', async () => {
    expect(await findRecordBreaches(join(folder, 'law'), records, 4)).toEqual([]);
    expect(await findByteBreaches(join(folder, 'bytes'), records.slice(0, 12))).toEqual([]);
    expect(await findByteBreaches(join(folder, 'packed'), packLines(lines).slice(0, 12))).toEqual([]);
  });
});

it('a required rule that judged nothing says what the trace has none of', async () => {
  const check = (kinds: RegExp) => {
    const kept = lines.filter((line) => !kinds.test(line)).join('');
    return checkFile(save('less', kept), '--require', 'HANG-03,LAUNCH-12');
  };
  const { code, stdout } = await check(/"(?:hwreg-written|draw-begin|primitive)","cycle"/);
  expect(code).toBe(1);
  expect(stdout).toContain(
    'HANG-03 is required but was never evaluated: no wave that set its packer (`hwreg-written`) ended',
  );
  expect(stdout).toContain(
    'LAUNCH-12 is required but was never evaluated: no draw began, and no primitive was',
  );
});

it('an action that is not in the program is shown before its consequences', async () => {
  const wrong = text.replace(/("kind":"wait-done","cycle":\d+,"wave":0,"pc":)\d+/g, '$18888');
  const { stdout } = await checkFile(save('wrong', wrong));
  expect(stdout).toMatch(/^FAIL .*\nPROTO-12 [\s\S]*\n {2}PROTO-10 [\s\S]*\n {2}RACE-01 /);
});

describe('a dump that ends before its run', () => {
  const readDump = (name: string): string => readFileSync(join(import.meta.dirname, 'dumps', name), 'utf8');
  const checkDump = (content: string) =>
    callCli(['check-trace', '--vcd', save('cut.vcd', content), '--map', MAP, '--scenario', SCENARIO]);

  it('is judged up to there', async () => {
    const good = readDump('good.vcd');
    const pass = await checkDump(good.slice(0, good.indexOf('#400')));
    expect(pass.stdout).toMatch(
      /^PASS up to cycle 38, the trace ends there .*\n.*it ends while work is under way .*\n/,
    );
    expect(pass.code).toBe(3);
    const early = readDump('early.vcd');
    const fail = await checkDump(early.slice(0, early.indexOf('#500')));
    expect(fail.stdout).toMatch(/^FAIL .*\n.*it ends while work is under way .*\nORD-/);
    expect(fail.code).toBe(1);
  });

  it('has the edges that the whole dump has by then, at any byte', () => {
    const start = readDump('early.vcd').split('#120\n')[0]!;
    expect(findEdgeBreaches(start)).toEqual([]);
  });
});
