import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RULES } from '../../../checkers/index.js';
import { assignStages } from '../../../closure/testplan/stages.js';
import {
  STATEMENTS_BY_PROJECT_TEST,
  type StatementKiller,
} from '../../../closure/testplan/statement-killers.js';
import {
  listReadings,
  parseStatements,
  readAddedStatements,
  readInformative,
  readStatements,
} from '../../../closure/testplan/statements.js';
import { buildTestplan } from '../../../closure/testplan/testplan.js';
import { formatTestplan } from '../../../closure/testplan/testplan-text.js';
import { createEmptyCoverage } from '../../../coverage/index.js';
import { findPackageRoot } from '../../../harness/basics/package-root.js';
import { Tally } from '../../../harness/run-directory/tally.js';
import { SEQUENCES } from '../../../stimulus/index.js';
import type { RuleId } from '../../../transactions/index.js';
import { createFilledCoverage } from '../coverage/support/filled.js';

/** Creates an empty run, then lets `change` modify its tally. */
function makeRun(change: (tally: Tally) => void, coverage = createEmptyCoverage()) {
  const tally = new Tally();
  change(tally);
  return { tally, coverage };
}

const getStatus = (runs: Parameters<typeof buildTestplan>[0], id: string) =>
  buildTestplan(runs).statements.find((row) => row.id === id)!.status;

it('has a pass rate per statement and stage, from the tests in which none of its rules fired', () => {
  const plan = buildTestplan([
    makeRun((tally) => {
      tally.tests = 200;
      tally.rules['ORD-06'] = { armed: 9, fired: 3 };
      const failed = {
        rule: 'ORD-06',
        count: 3,
        causes: new Map([
          ['ORD-06 spi', 2],
          ['ORD-06 spi, RACE-01 exec', 1],
        ]),
      };
      tally.buckets.set('one', failed as never);
      tally.buckets.set('two', {
        rule: 'ORD-01',
        count: 4,
        causes: new Map([['ORD-01 db, ORD-06 spi', 4]]),
      } as never);
    }),
  ]);
  const byRule = plan.statements.find(({ rules }) => rules.join() === 'ORD-06')!;
  expect(byRule.passRate).toEqual({ passed: 193, tests: 200 });
  expect(plan.statements.find(({ rules }) => rules.join() === 'RACE-01')!.passRate.passed).toBe(199);
  expect(plan.stages.at(-1)!.passRate.passed).toBeLessThan(plan.stages.at(-1)!.passRate.tests);
  expect(formatTestplan(plan)).toMatch(new RegExp(`^${byRule.id} .* 96\\.5% `, 'm'));
});

describe('the list of statements', () => {
  it('has as many entries as its header states', () => {
    const statements = readStatements();
    const count = (letter: string) => statements.filter(({ id }) => id.startsWith(letter)).length;
    expect([count('S'), count('R'), count('P'), count('X')]).toEqual([
      154,
      52,
      157,
      readAddedStatements().length,
    ]);
    expect(new Set(statements.map(({ id }) => id)).size).toBe(363 + readAddedStatements().length);
  });

  it('gives a reason for every statement marked informative in the header', () => {
    const header = readFileSync(join(findPackageRoot(), 'docs/reference/statements.md'), 'utf8');
    const named = /status `informative`[^:]*: ([^\n]*?)\. /.exec(header)![1]!.match(/[SRP]-\d{3}/g)!;
    expect(named).toHaveLength(17);
    expect(named.filter((id) => !readInformative().has(id))).toEqual([]);
  });

  it('has interpretations only for statements that are listed and can be violated', () => {
    const judgeable = readStatements().filter(({ informative }) => informative === undefined);
    const ids = judgeable.map(({ id }) => id);
    expect(listReadings().filter((id) => !ids.includes(id))).toEqual([]);
  });

  it('is rejected if it gives a reason for a statement that does not exist', () => {
    const row = '| S-001 | text | 000 | DB | x |\n';
    expect(parseStatements(row, new Map([['S-001', 'a reason']]))[0]).toMatchObject({
      informative: 'a reason',
    });
    expect(() => parseStatements(row, new Map([['S-002', 'a reason']]))).toThrow(
      'informative statements: S-002',
    );
  });
});

describe('the testplan', () => {
  it('calls a statement unhit if nothing ran, and lists what would verify it', () => {
    const row = buildTestplan([]).statements.find(({ id }) => id === 'S-039')!;
    expect(row).toMatchObject({ status: 'unhit' });
    expect(row.rules).toContain('PROTO-03');
    expect(row.coverpoints.length).toBeGreaterThan(0);
    expect(buildTestplan([]).verified).toBe(0);
  });

  it('calls a statement verified if one of its rules checked something', () => {
    expect(getStatus([makeRun(() => undefined)], 'S-020')).toBe('unhit');
    const checked = makeRun((tally) => {
      tally.rules['HANG-02'] = { armed: 1, fired: 0 };
    });
    expect(getStatus([checked], 'S-020')).toBe('verified');
  });

  it('calls a statement verified if one of its bins was covered', () => {
    expect(
      getStatus(
        [
          makeRun(
            () => undefined,
            createFilledCoverage(() => 9),
          ),
        ],
        'S-076',
      ),
    ).toBe('verified');
  });

  it('calls a statement verified if a test for it passed, but not if it failed', () => {
    const run = (failed: number) =>
      makeRun((tally) => {
        tally.sequences.coarse_rates = { tests: 1, failed };
      });
    expect(getStatus([run(1)], 'S-149')).toBe('unhit');
    expect(getStatus([run(1), run(0)], 'S-149')).toBe('verified');
  });

  describe('grades a verified statement as judged only', () => {
    const KILLER: StatementKiller = {
      statement: 'S-023',
      breaker: { fault: 'F93' },
      killer: 'smoke:rmw_buffer@0x1',
      rule: 'PROTO-04',
      why: 'the loop runs without overlap',
    };
    const MUTATION = { file: 'rtl-model/x', from: 'a', to: 'b' };
    const passed = { tests: 2, failed: 1 };
    const all = createFilledCoverage(() => 1);
    /** Returns the grade after a run in which a rule was armed, one sequence passed, and bins were covered. */
    function getGrade(
      rule: RuleId,
      sequence: string,
      killers: readonly StatementKiller[],
      coverage: typeof all | undefined = all,
    ) {
      const run = makeRun((tally) => {
        tally.rules['HANG-01'] = { armed: 1, fired: 0 };
        tally.rules[rule] = { armed: 1, fired: 0 };
        tally.sequences[sequence] = passed;
      }, coverage);
      return buildTestplan([run], [], killers).statements.find(({ id }) => id === 'S-023');
    }

    it("if its killer's rule was armed", () => {
      expect(getGrade('PROTO-04', 'rmw_buffer', [KILLER])).toMatchObject({
        grade: 'judged',
        killer: { breaker: 'F93', rule: 'PROTO-04' },
      });
      expect(getGrade('HANG-02', 'rmw_buffer', [KILLER])).toMatchObject({ grade: 'observed' });
      expect(getGrade('PROTO-04', 'rmw_buffer', [])).toMatchObject({ grade: 'observed' });
    });

    it('if its coverpoints were hit', () => {
      expect(getGrade('PROTO-04', 'rmw_buffer', [KILLER], createEmptyCoverage())).toMatchObject({
        grade: 'observed',
      });
    });

    it('if a test passed in which its breaker takes effect', () => {
      expect(getGrade('PROTO-04', 'primitive_kinds', [KILLER])).toMatchObject({ grade: 'observed' });
      const mutated = { ...KILLER, breaker: MUTATION };
      expect(getGrade('PROTO-04', 'rmw_buffer', [mutated])).toMatchObject({ grade: 'judged' });
      expect(getGrade('PROTO-04', 'or_bits', [mutated])).toMatchObject({ grade: 'observed' });
    });

    it('if this holds for each of its killers that a run can include', () => {
      const projectTest: StatementKiller = {
        statement: 'S-023',
        breaker: MUTATION,
        killer: 'test/rtl-model/x.test.ts',
        why: 'the other side',
      };
      const otherSide: StatementKiller = { ...KILLER, rule: 'PERF-01' };
      expect(getGrade('PROTO-04', 'rmw_buffer', [KILLER, otherSide])).toMatchObject({ grade: 'observed' });
      expect(getGrade('PROTO-04', 'rmw_buffer', [projectTest, KILLER])).toMatchObject({ grade: 'judged' });
      expect(getGrade('PROTO-04', 'rmw_buffer', [projectTest])).toMatchObject({ grade: 'by-project-tests' });
    });
  });

  it('counts grades, in total and by stage', () => {
    const run = makeRun(
      (tally) => {
        for (const { id } of RULES) tally.rules[id] = { armed: 1, fired: 0 };
        for (const { name } of SEQUENCES) tally.sequences[name] = { tests: 1, failed: 0 };
      },
      createFilledCoverage(() => 1),
    );
    const plan = buildTestplan([run]);
    const projectTested = new Set(Object.values(STATEMENTS_BY_PROJECT_TEST).flat());
    expect(plan.byProjectTests).toBeGreaterThan(20);
    expect(plan.byProjectTests).toBeLessThanOrEqual(projectTested.size);
    expect(plan.judged + plan.byProjectTests + plan.observed).toBe(plan.verified);
    expect(plan.stages[2]).toMatchObject({ judged: plan.judged, byProjectTests: plan.byProjectTests });
    expect(formatTestplan(plan)).toContain(
      `V3 ${plan.judged} judged, ${plan.byProjectTests} by the project's tests, ${plan.observed} observed, ${plan.total} total`,
    );
  });

  it('gives the reason why a statement is informative', () => {
    const row = buildTestplan([]).statements.find(({ id }) => id === 'S-004');
    expect(row).toMatchObject({ status: 'informative', reason: readInformative().get('S-004') });
    const { total, statements } = buildTestplan([]);
    expect(total).toBe(statements.length - readInformative().size);
  });

  it('maps every statement that is not informative', () => {
    const unmapped = buildTestplan([]).statements.filter(({ status }) => status === 'unmapped');
    expect(unmapped).toEqual([]);
  });

  it("includes earlier stages in each stage's total", () => {
    const { stages, total, statements } = buildTestplan([]);
    expect(stages.map(({ stage }) => stage)).toEqual(['V1', 'V2', 'V3']);
    const [v1, v2, v3] = stages.map((stage) => stage.total);
    expect(v3).toBe(total);
    expect(v1! < v2! && v2! < v3!).toBe(true);
    expect(stages[0]!.open).toHaveLength(v1!);
    expect(statements.find(({ id }) => id === 'S-010')!.stage).toBe('V1');
  });

  it('rejects stages for unlisted statements', () => {
    expect(() => assignStages(['S-001', 'S-002'])).toThrow(/unknown statements/);
  });

  it('lists the rules that have fired neither for a fault nor in a run', () => {
    const run = makeRun((tally) => {
      tally.rules['ORD-01'] = { armed: 2, fired: 1 };
    });
    const { neverFired } = buildTestplan([run], ['ORD-03']);
    expect(neverFired).not.toContain('ORD-01');
    expect(neverFired).not.toContain('ORD-03');
    expect(neverFired).toContain('ORD-02');
  });
});

describe('the testplan as text', () => {
  it('lists open statements first and ends with the count', () => {
    const lines = formatTestplan(buildTestplan([])).split('\n');
    expect(lines[1]).toMatch(/^[SRP]-\d{3} +V\d +unhit /);
    expect(lines.at(-1)).toMatch(
      /^0 of \d+ statements judged, 0 verified \(with any grade\), goal 85% \(0 unmapped, \d+ unhit, 0 observed, 0 by-project-tests, 0 judged, \d+ informative\)$/,
    );
  });

  it('omits statements that are not due in the requested stage', () => {
    const text = formatTestplan(buildTestplan([]), 'V1');
    expect(text).toMatch(/^S-010 +V1 /m);
    expect(text).not.toMatch(/^[SRP]-\d{3} +V[23] /m);
    expect(text.split('\n').at(-1)).toMatch(/^0 of \d+ statements judged/);
  });
});

it('every line of the testplan fits on an 80-column terminal', () => {
  const getMaxWidth = (stage: 'V1' | 'V3') =>
    Math.max(
      ...formatTestplan(buildTestplan([]), stage, 80)
        .split('\n')
        .map(({ length }) => length),
    );
  expect([getMaxWidth('V1'), getMaxWidth('V3')]).toEqual([80, 80]);
});
