import { readShaderInterface } from '../../../intake/source/shader-interface.js';
import { checkProtocol } from '../../../intake/source/source-protocol.js';
import { callCli } from '../../cli/support/call-cli.js';
import { FakeTools } from './support/fake-tools.js';
import { buildFragmentModule } from './support/fragment-module.js';

let tools: FakeTools;
beforeEach(() => {
  tools = new FakeTools();
  tools.write('fragment.spv', buildFragmentModule({ isLate: true }));
});
afterEach(() => tools.remove());

/** Runs `check` on a source with a store on line 11, after the end of its section. */
const check = (text: string, ...options: readonly string[]) =>
  callCli([
    ...['check', tools.write('late.frag', text), '--chip', 'navi31', '--driver', tools.driver],
    ...['--seeds', '1', '--workers', '1', ...options],
  ]);

const WARNING =
  'line 11, the store of words comes after the end of the section. This only works because, on this chip, the section lasts until the last export; it is incorrect on chips before RDNA 3';

it('warns about a store after the end marker of a section that actually lasts until the last export, even when the source expects a pass', async () => {
  for (const text of ['', '// expect: pass\n']) {
    const { code, stdout, stderr } = await check(text);
    expect([code, stderr]).toEqual([3, '0 passed, 0 failed, 0 unsupported, 1 vacuous\n']);
    expect(stdout).toContain(`\n  warning late-access: ${WARNING}\n`);
  }
});

it('warns about every access of a shader whose section is empty, on every chip', async () => {
  const module = buildFragmentModule({ isEmpty: true });
  tools.write('fragment.spv', module);
  const { programs } = JSON.parse((await check('', '--json')).stdout);
  const late = programs[0].warnings.filter(({ name }: { name: string }) => name === 'late-access');
  expect(late).toEqual([
    { name: 'late-access', line: 9, text: expect.stringMatching(/^line 9, the load of words comes after/) },
    {
      name: 'late-access',
      line: 10,
      text: expect.stringMatching(/^line 10, the store of words comes after/),
    },
  ]);
  const shader = readShaderInterface(module, 'a.spv');
  expect(checkProtocol(shader, 'navi21', 1).map(({ line, text, isError }) => [line, text, isError])).toEqual([
    [9, 'the load of words comes after the end of the section, which is empty, so nothing orders it', true],
    [10, 'the store of words comes after the end of the section, which is empty, so nothing orders it', true],
  ]);
  const late21 = checkProtocol(
    readShaderInterface(buildFragmentModule({ isLate: true }), 'a.spv'),
    'navi21',
    1,
  );
  expect(late21.map(({ line, isError }) => [line, isError])).toEqual([[11, false]]);
});

it('reports a late access in JSON and SARIF, and fails with --strict', async () => {
  const { programs } = JSON.parse((await check('', '--json')).stdout);
  expect(programs[0].warnings).toContainEqual({ name: 'late-access', text: WARNING, line: 11 });
  const { code, stdout } = await check('', '--sarif', '-', '--strict');
  expect(code).toBe(1);
  const [{ results }] = JSON.parse(stdout).runs;
  expect(results).toContainEqual(
    expect.objectContaining({ ruleId: 'late-access', level: 'error', message: { text: WARNING } }),
  );
  const { locations } = results.find(({ ruleId }: { ruleId: string }) => ruleId === 'late-access');
  expect(locations[0].physicalLocation.region).toEqual({ startLine: 11 });
});

it('warns about a value that depends on the order in an unordered section, which fails with --strict', async () => {
  const unordered = buildFragmentModule({ modes: [5367] });
  tools.write('fragment.spv', unordered);
  const warning =
    /^ {2}warning order-dependent: line 10, what is stored to words depends on what was loaded/m;
  expect(await check('')).toMatchObject({ code: 3, stdout: expect.stringMatching(warning) });
  expect(await check('', '--strict')).toMatchObject({ code: 1, stdout: expect.stringMatching(/^FAIL/) });
  const find = (module: Uint8Array) => checkProtocol(readShaderInterface(module, 'a.spv'), 'navi31', 1);
  expect(find(unordered)).toMatchObject([{ name: 'order-dependent', line: 10, isError: false }]);
  expect(find(buildFragmentModule())).toEqual([]);
});
