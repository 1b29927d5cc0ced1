import { describe, expect, it } from 'vitest';
import { REGISTER_FIELDS } from '../../arch/index.js';
import { ABSENT_COMMANDS, COMMANDS } from '../../cli/commands.js';
import { FAULTS, KNOBS, RULES } from '../../transactions/index.js';
import { runCli, temporaryFolder } from './support/run-cli.js';

const folder = temporaryFolder();

describe('help', () => {
  it('lists every command', async () => {
    const { code, stdout } = await runCli(['--help'], folder);
    expect(code).toBe(0);
    for (const { name, summary } of COMMANDS) expect(stdout).toMatch(new RegExp(`${name} .*${summary}`));
  });

  it.each(COMMANDS.map(({ name }) => name))('of %s shows an example', async (name) => {
    const { code, stdout } = await runCli([name, '--help'], folder);
    expect(code).toBe(0);
    expect(stdout).toContain(`Examples:\n  pops-tb ${name}`);
  });

  it('loads no command', async () => {
    const began = performance.now();
    await runCli(['--help'], folder);
    // Far above the goal of 0.3 s, so that a busy machine passes; loading the rooms alone takes longer than half of it.
    expect(performance.now() - began).toBeLessThan(1500);
  });

  it('names no command both present and absent', () => {
    expect(COMMANDS.filter(({ name }) => ABSENT_COMMANDS.includes(name))).toEqual([]);
  });
});

describe('list', () => {
  it.each([
    ['faults', FAULTS.map(({ id }) => id)],
    ['rules', RULES.map(({ id }) => id)],
    ['knobs', Object.keys(KNOBS)],
    ['chips', ['vega10', 'navi10', 'navi21', 'navi31']],
    ['suites', ['smoke', 'soak']],
    ['tests', ['rmw_buffer']],
    ['coverpoints', ['wave-formation']],
    ['registers', REGISTER_FIELDS.map(({ register }) => register)],
  ])('%s has a row for each', async (what, names) => {
    const text = await runCli(['list', what], folder);
    const json = await runCli(['list', what, '--json'], folder);
    expect([text.code, json.code]).toEqual([0, 0]);
    for (const name of names) expect(text.stdout).toMatch(new RegExp(`^${name} `, 'm'));
    expect(JSON.parse(json.stdout).length).toBeGreaterThanOrEqual(names.length);
  });
});
