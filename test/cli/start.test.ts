import { REGISTER_FIELDS } from '../../arch/index.js';
import { COMMANDS } from '../../cli/commands.js';
import { FAULTS, KNOBS, RULE_IDS, UNKNOWNS } from '../../transactions/index.js';
import { callCli } from './support/call-cli.js';

describe('help', () => {
  it('lists every command', async () => {
    const { code, stdout } = await callCli(['--help']);
    expect(code).toBe(0);
    for (const { name, summary } of COMMANDS) expect(stdout).toMatch(new RegExp(`${name} .*${summary}`));
  });

  it('starts with the six most common commands, and lists the options common to all commands', async () => {
    const { stdout } = await callCli(['--help']);
    const [first] = stdout.split('Start here:\n')[1]!.split('\n\n');
    expect(first!.match(/^ {2}(\S+)/gm)).toHaveLength(6);
    for (const option of ['--config', '--limits']) expect(stdout).toContain(`  ${option} `);
  });

  it.each(COMMANDS.map(({ name }) => name))('for %s has examples and fits in 80 columns', async (name) => {
    const { code, stdout } = await callCli([name, '--help']);
    const [, examples] = stdout.split('\nExamples:\n');
    expect(code).toBe(0);
    expect(examples).toContain(`  pops-tb ${name}`);
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });

  it.each(COMMANDS.map(({ name }) => name))('is the same with "help %s" as with --help', async (name) => {
    expect(await callCli(['help', name])).toEqual(await callCli([name, '--help']));
  });

  it('is the same with "help" alone as with --help, and rejects an unknown command', async () => {
    for (const args of [['help'], ['help', 'help']])
      expect(await callCli(args)).toEqual(await callCli(['--help']));
    for (const args of [
      ['help', 'runn'],
      ['runn', '--help'],
    ])
      expect(await callCli(args)).toMatchObject({
        code: 2,
        stdout: '',
        stderr: expect.stringMatching(/^Unknown command 'runn' \(Did you mean run\?\)/),
      });
  });
});

it.each(['--version', '-V'])(
  '%s prints the versions of the program and the model and, in a clone, the commit',
  async (option) => {
    const { code, stdout } = await callCli([option]);
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(
        /^\d+\.\d+\.\d+ \(model \d+(?:, commit [0-9a-f]{12}(?:, with uncommitted changes)?)?\)\n$/,
      ),
    ]);
  },
);

describe('list', () => {
  it.each([
    ['faults', FAULTS.map(({ id }) => id)],
    ['rules', RULE_IDS],
    ['knobs', Object.keys(KNOBS)],
    ['unknowns', Object.keys(UNKNOWNS)],
    ['chips', ['vega10', 'navi10', 'navi21', 'navi31']],
    ['suites', ['smoke', 'soak']],
    ['tests', ['rmw_buffer']],
    ['coverpoints', ['wave-formation']],
    ['registers', REGISTER_FIELDS.map(({ register }) => register)],
  ])('%s has a row for each name', async (kind, names) => {
    const text = await callCli(['list', kind]);
    const json = await callCli(['list', kind, '--json']);
    expect([text.code, json.code]).toEqual([0, 0]);
    for (const name of names) expect(text.stdout).toMatch(new RegExp(`^${name} `, 'm'));
    expect(JSON.parse(json.stdout).length).toBeGreaterThanOrEqual(names.length);
  });

  it('without a name shows the lists, and how many entries each has', async () => {
    const { code, stdout } = await callCli(['list', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toContainEqual({ list: 'faults', entries: FAULTS.length });
    expect((await callCli(['list'])).stdout).toMatch(/^rules +\d+$/m);
  });

  it('lists only the requested rows, and rejects an unknown name', async () => {
    const oneRule = await callCli(['list', 'rules', 'ORD-01', '--json']);
    expect(JSON.parse(oneRule.stdout)).toMatchObject([{ id: 'ORD-01' }]);
    const severalRules = await callCli(['list', 'rules', 'ORD-01,RACE-*', '--json']);
    expect(JSON.parse(severalRules.stdout).map(({ id }: { id: string }) => id.slice(0, 4))).toEqual(
      RULE_IDS.filter((id) => id === 'ORD-01' || id.startsWith('RACE-')).map((id) => id.slice(0, 4)),
    );
    expect(await callCli(['list', 'rules', 'ORD-1'])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^Unknown rule "ORD-1"/),
    });
  });

  it('abbreviates chips to generations and long lists to their lengths, except with --json', async () => {
    const { stdout } = await callCli(['list', 'tests']);
    expect(stdout).toMatch(/^rmw_buffer +all +\d+ +read, modify/m);
    expect(stdout).toMatch(/^dual_source +gfx9 gfx10 gfx10\.3 +\d+ /m);
    expect(stdout).toMatch(/^H38-p3s0-\* +mariner +GC 10\.4/m);
    expect(stdout).toMatch(/^C05-\* +none +shading_rate/m);
    const json = JSON.parse((await callCli(['list', 'tests', '--json'])).stdout);
    expect(json[0].chips).toContain('vega10');
    expect(json[0].faults).toContain('F01');
  });
});
