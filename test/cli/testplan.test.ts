import { expect, it } from 'vitest';
import { callCli } from './support/call-cli.js';

it('prints the testplan as a document that other tools rely on', async () => {
  const { code, stdout } = await callCli(['testplan', '--json']);
  const { statements, verified, total } = JSON.parse(stdout);
  expect(code).toBe(0);
  expect([statements.length, verified, total]).toEqual([363, 0, 346]);
  expect(Object.keys(statements[0])).toEqual([
    'id',
    'source',
    'text',
    'rules',
    'coverpoints',
    'tests',
    'status',
  ]);
});

it('exits 3 when the gate is missed, and 2 for a gate of another shape', async () => {
  const missed = await callCli(['testplan', '--gate', 'testplan=1']);
  expect([missed.code, missed.stderr]).toEqual([3, 'Testplan gate missed: 0.00 % is below 1 %\n']);
  const wrong = await callCli(['testplan', '--gate', 'coverage=90']);
  expect(wrong.code).toBe(2);
  expect(wrong.stderr).toContain('expected testplan=PERCENT');
});
