import { describe, expect, it } from 'vitest';
import { checkFiles } from '../../regression/index.js';
import { lossReason } from '../../regression/run-limited.js';
import { callCli } from '../cli/support/call-cli.js';

const PROGRAM = ['check', 'data/corpus/navi31-w32.json', '--only', 'dual_source/navi31/w32/mono'];

describe('a program that takes more than it may', () => {
  it('is one line, and nothing is said of it', async () => {
    const { code, stdout, stderr } = await callCli([...PROGRAM, '--test-time', '5ms']);
    expect(code).toBe(2);
    expect(stdout.split('\n')[0]).toBe(
      'UNSUPPORTED  dual_source/navi31/w32/mono: timeout: exceeded --test-time 0.005s',
    );
    expect(stderr).toContain('0 passed, 0 failed, 1 unsupported');
  });

  it('says so of its memory', async () => {
    const { code, stdout } = await callCli([...PROGRAM, '--test-memory', '16']);
    expect(code).toBe(2);
    expect(stdout.split('\n')[0]).toContain('out of memory: exceeded --test-memory 16 MiB');
  });

  it('costs the programs after it nothing', async () => {
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

it('exec and check-trace end in one line as well', async () => {
  const trace = await callCli([
    'check-trace',
    'examples/trace/trace.jsonl',
    '--scenario',
    'examples/trace/scenario.json',
    '--test-time',
    '1ms',
  ]);
  expect(trace).toMatchObject({ code: 1, stdout: '' });
  expect(trace.stderr).toBe(
    'INCONCLUSIVE  examples/trace/trace.jsonl: timeout: exceeded --test-time 0.001s\n',
  );
});

it('an error that the task throws itself is no loss of its worker', () => {
  const limits = { ms: 60_000, heapMb: 512 };
  const calm = new AbortController();
  const late = new AbortController();
  late.abort();
  expect(lossReason(calm, new Error('wrong'), limits)).toBeUndefined();
  expect(lossReason(late, new Error('aborted'), limits)).toBe('timeout: exceeded --test-time 60s');
  const lost = Object.assign(new Error('heap'), { code: 'ERR_WORKER_OUT_OF_MEMORY' });
  expect(lossReason(calm, lost, limits)).toBe('out of memory: exceeded --test-memory 512 MiB');
});
