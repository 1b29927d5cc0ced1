import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkFiles } from '../../../intake/check/check-files.js';
import { callCli } from '../../cli/support/call-cli.js';
import { createTempFolder } from '../../cli/support/run-cli.js';

const folder = createTempFolder();
const PROGRAM = ['check', 'data/corpus/navi31-w32.json', '--only', 'dual_source/navi31/w32/mono'];

describe('a program that exceeds its limits', () => {
  it('stops with a one-line message and no verdict', async () => {
    const { code, stdout, stderr } = await callCli([...PROGRAM, '--test-time', '5ms']);
    expect(code).toBe(2);
    expect(stdout.split('\n')[0]).toBe(
      'UNSUPPORTED  dual_source/navi31/w32/mono: timeout: exceeded --test-time 0.005s',
    );
    expect(stderr).toContain('0 passed, 0 failed, 1 unsupported');
  });

  it('is reported as out of memory', async () => {
    const { code, stdout } = await callCli([...PROGRAM, '--test-memory', '24']);
    expect(code).toBe(2);
    expect(stdout.split('\n')[0]).toContain('out of memory: exceeded --test-memory 24 MiB');
  });

  it('does not prevent the programs after it from getting verdicts', async () => {
    const verdicts: string[] = [];
    const files = ['data/corpus/navi31-w32.json'];
    for await (const { verdict } of checkFiles({
      files,
      seeds: 1,
      seed: '0x1',
      workers: 1,
      limits: { ms: 1, heapMb: 2048 },
      onUnreadable: () => undefined,
    })) {
      verdicts.push(verdict);
      if (verdicts.length === 3) break;
    }
    expect(verdicts).toEqual(['unsupported', 'unsupported', 'unsupported']);
  });
});

it('a timeout also stops check-trace with a one-line message', async () => {
  const trace = 'docs/examples/trace/trace.jsonl';
  const args = [
    'check-trace',
    trace,
    '--scenario',
    'docs/examples/trace/scenario.json',
    '--test-time',
    '1ms',
  ];
  expect(await callCli(args)).toEqual({
    code: 1,
    stdout: '',
    stderr: `INCONCLUSIVE  ${trace}: timeout: exceeded --test-time 0.001s\n`,
  });
});

it('a timeout also stops exec with a one-line message, and gives the reason in its JSON output', async () => {
  const scene = join(folder, 'scene.json');
  const gpu = JSON.parse(readFileSync('data/corpus/gpu/dual_source.json', 'utf8'));
  writeFileSync(scene, JSON.stringify(gpu.scenes[0].scene));
  const [, file, , record] = PROGRAM;
  const args = ['exec', file!, '--record', record!, '--scene', scene, '--test-time', '5ms'];
  const { code, stdout, stderr } = await callCli(args);
  expect(code).toBe(2);
  expect(JSON.parse(stdout)).toEqual({
    verdict: 'unsupported',
    reason: 'timeout: exceeded --test-time 0.005s',
  });
  expect(stderr).toBe(`UNSUPPORTED  ${file}: timeout: exceeded --test-time 0.005s\n`);
});
