import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getKillMatrixPath, readKillMatrix } from '../../../closure/qualify/qualify.js';
import { JUDGED_GOAL } from '../../../closure/testplan/stages.js';
import {
  describeKiller,
  getStatementKillersFile,
  isProjectTest,
  readStatementKillers,
  type StatementKiller,
  writeStatementKillers,
} from '../../../closure/testplan/statement-killers.js';
import { readInformative, readStatements } from '../../../closure/testplan/statements.js';
import { buildTestplan } from '../../../closure/testplan/testplan.js';
import { findPackageRoot } from '../../../harness/basics/package-root.js';
import { parseTestName } from '../../../harness/selection/plan.js';
import { createTempFolder } from '../../cli/support/run-cli.js';

const folder = createTempFolder();
const killers = readStatementKillers();
const inRuns = new Set(killers.filter((row) => !isProjectTest(row)).map(({ statement }) => statement));
const judged = inRuns.size;
const byTests = new Set(killers.map(({ statement }) => statement)).size - judged;
const plan = new Map(buildTestplan([]).statements.map((row) => [row.id, row]));

/** Returns whether the testplan maps the row's statement to the rule or test that detects the breakage. */
function isMapped(row: StatementKiller): boolean {
  const { rules, tests } = plan.get(row.statement)!;
  if (isProjectTest(row)) return tests.includes(row.killer);
  return rules.includes(row.rule!) || tests.includes(parseTestName(row.killer).sequence);
}

describe('statement killers', () => {
  it('cover only statements that can be broken, in list order, with no duplicate mutations', () => {
    const order = readStatements().flatMap(({ id, informative }) => (informative === undefined ? [id] : []));
    const positions = killers.map(({ statement }) => order.indexOf(statement));
    expect(positions).not.toContain(-1);
    expect([...positions].sort((a, b) => a - b)).toEqual(positions);
    const mutations = killers.map(({ statement, breaker }) => JSON.stringify([statement, breaker]));
    expect(new Set(mutations).size).toBe(mutations.length);
  });

  it('use a rule or test that is mapped to the broken statement', () => {
    expect(killers.filter((row) => !isMapped(row)).map(({ statement, rule }) => [statement, rule])).toEqual(
      [],
    );
  });

  it('each have a one-line explanation of how the mutation breaks the statement', () => {
    for (const { why } of killers) expect(why).toMatch(/^[^\n]{10,120}[^.\n]$/);
  });

  it('cover enough statements to meet the goal', () => {
    const testable = [...plan.values()].filter(({ status }) => status !== 'informative').length;
    expect((100 * judged) / testable).toBeGreaterThanOrEqual(JUDGED_GOAL);
  });

  it('match the count in docs/coverage.md', () => {
    const informative = [...plan.values()].filter(({ status }) => status === 'informative').length;
    const page = readFileSync(join(findPackageRoot(), 'docs/coverage.md'), 'utf8');
    expect(page).toContain(
      `Of the ${plan.size} statements, a run can judge ${judged}, the project's tests judge ${byTests}, ${plan.size - informative - judged - byTests} are observed and ${informative} informative.`,
    );
  });

  it('are rejected with the location of the error when malformed', () => {
    const file = join(folder, 'wrong.json');
    writeFileSync(file, '[{"statement":"S-001","breaker":{"fault":"F999"}}]');
    expect(() => readStatementKillers(file)).toThrow(/Invalid statement killers .*wrong\.json: /);
    writeFileSync(file, '[{"statement":"S-001","breaker":{"file":"a","from":"b","to":"c"},"why":"x"}]');
    expect(() => readStatementKillers(file)).toThrow(
      /wrong\.json: S-001 has no killer, and its breaker is not a fault in the kill matrix$/,
    );
  });

  it('come from the kill matrix if its rule detects the broken statement', () => {
    const matrix = new Map(readKillMatrix(getKillMatrixPath()).map((kill) => [kill.id as string, kill]));
    for (const row of killers) {
      const kill = 'fault' in row.breaker ? matrix.get(row.breaker.fault) : undefined;
      const isMatrixKill =
        kill !== undefined && kill.rule === row.rule && isMapped({ ...row, killer: kill.killer });
      expect(row.isFromMatrix === true, row.statement).toBe(isMatrixKill);
      if (isMatrixKill) expect(row.killer).toBe(kill.killer);
    }
    const file = join(folder, 'written.json');
    writeStatementKillers(killers, file);
    expect(readFileSync(file, 'utf8')).toBe(readFileSync(getStatementKillersFile(), 'utf8'));
  });

  it('have a replay command for every kind of mutation', () => {
    const row = { statement: 'S-041', why: 'x' } as const;
    const faultRow: StatementKiller = {
      ...row,
      breaker: { fault: 'F46' },
      killer: 'smoke:rmw_buffer@0x1',
      chip: 'navi21',
      rule: 'ORD-06',
    };
    expect(describeKiller(faultRow)).toEqual({
      breaker: 'F46',
      replay: "npx --no-install pops-tb replay 'smoke:rmw_buffer@0x1' --fault F46 --chip navi21",
      rule: 'ORD-06',
      why: 'x',
    });
    const patch = { file: 'rtl-model/x', from: 'a\n  b', to: 'c' };
    expect(describeKiller({ ...faultRow, breaker: patch })).toMatchObject({
      breaker: 'rtl-model/x: a b → c',
      replay: 'npm run mutants -- --statement S-041',
    });
    const mutation = { file: 'rtl-model/x', operator: 'halved', within: 'Unit.step' };
    expect(describeKiller({ ...faultRow, breaker: { ...mutation, at: 2 } })).toMatchObject({
      breaker: 'halved in Unit.step of rtl-model/x, occurrence 2',
      replay: 'npm run mutants -- --statement S-041',
    });
    expect(describeKiller({ ...faultRow, breaker: mutation }).breaker).toBe(
      'halved in Unit.step of rtl-model/x',
    );
    expect(describeKiller({ ...row, breaker: patch, killer: 'test/x.test.ts' })).toMatchObject({
      replay: 'npx vitest run test/x.test.ts',
      rule: 'test/x.test.ts',
    });
  });
});

it('informative statements have a one-line reason', () => {
  for (const reason of readInformative().values()) expect(reason).toMatch(/^[^\n]{10,120}$/);
});
