import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { assembleProgram } from '../../../arch/index.js';
import { FAILURE_FILES } from '../../../harness/basics/run-files.js';
import { encodeScenario, type Scenario } from '../../../transactions/index.js';
import { callCli } from '../../cli/support/call-cli.js';
import { createTempFolder } from '../../cli/support/run-cli.js';
import { drawTest } from '../../support/drawn-test.js';

const folder = createTempFolder();

const scenario = drawTest('empty_section', '0x5', { chips: ['navi21'] });

/** Creates a failure directory that contains the changed scenario. Its trace is written there too. */
function storeFailure(name: string, changes: Partial<Scenario>): string {
  const failure = join(folder, name);
  mkdirSync(failure);
  writeFileSync(join(failure, FAILURE_FILES.scenario), encodeScenario({ ...scenario, ...changes }));
  return failure;
}

async function replay(args: readonly string[]) {
  const { code, stdout, stderr } = await callCli(['replay', ...args]);
  return { code, line: stdout, stderr };
}

describe('a stored scenario', () => {
  it('stops at --test-time with a one-line message if it loops 2^32 times', async () => {
    const words = assembleProgram(
      'again:\n s_add_u32 s40, s40, 1\n s_cmp_lg_u32 s40, 0\n s_cbranch_scc1 again\n s_endpgm',
      'gfx10.3',
    );
    const programs = scenario.programs.map((program) => ({ ...program, words }));
    const file = storeFailure('endless-loop', { programs });
    expect(await replay([file, '--test-time', '300ms'])).toEqual({
      code: 1,
      line: `FAIL  ${file}: timeout: exceeded --test-time 0.3s\n`,
      stderr: '',
    });
  });

  it('fails with a one-line message if its trace exceeds --test-memory, but succeeds with more memory', async () => {
    const [draw] = scenario.draws;
    const file = storeFailure('large', { draws: new Array(8).fill(draw) });
    const traceArgs = [file, '--trace', 'jsonl', '--test-memory'];
    expect(await replay([...traceArgs, '24'])).toEqual({
      code: 1,
      line: `FAIL  ${file}: out of memory: exceeded --test-memory 24 MiB\n`,
      stderr: '',
    });
    const { code, stderr } = await replay([...traceArgs, '512']);
    expect([code, stderr]).toEqual([0, expect.stringMatching(/^[\d,]+ transactions in .*trace\.jsonl\n$/)]);
  });
});
