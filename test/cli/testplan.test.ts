import { readInformative } from '../../closure/testplan/statements.js';
import { callCli } from './support/call-cli.js';

it('the testplan command prints JSON for other tools', async () => {
  const { code, stdout } = await callCli(['testplan', '--json']);
  const { statements, verified, total } = JSON.parse(stdout);
  expect(code).toBe(0);
  const informative = readInformative().size;
  expect([statements.length, verified, total]).toEqual([379, 0, 379 - informative]);
  expect(statements[3]).toMatchObject({ status: 'informative', reason: readInformative().get('S-004') });
  expect(Object.keys(statements[1])).toEqual(
    'id source text stage rules coverpoints tests passRate status'.split(' '),
  );
});

it('the testplan command exits with 3 if the gate is missed, and with 2 if it is malformed', async () => {
  const missed = await callCli(['testplan', '--gate', 'testplan=1']);
  expect(missed.code).toBe(3);
  expect(missed.stderr).toMatch(
    /^Testplan gate failed: 0\.00% of V3 statements are judged, below the required 1%; not judged: S-002, [^\n]* and \d+ more\n$/,
  );
  const stageResult = await callCli(['testplan', '--stage', 'V1']);
  expect([stageResult.code, stageResult.stderr.split(';')[0]]).toEqual([
    3,
    'Testplan gate failed: 0.00% of V1 statements are judged or observed, below the required 100%',
  ]);
  expect(stageResult.stdout).not.toMatch(/^[SRP]-\d{3} +V[23] /m);
  const malformedGate = await callCli(['testplan', '--gate', 'coverage=90']);
  expect(malformedGate.code).toBe(2);
  expect(malformedGate.stderr).toContain('expected testplan=PERCENT');
});
