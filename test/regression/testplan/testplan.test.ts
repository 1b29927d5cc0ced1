import { describe, expect, it } from 'vitest';
import { emptyCoverage } from '../../../coverage/index.js';
import { readStatements, testplan } from '../../../regression/index.js';
import { Tally } from '../../../regression/run/tally.js';
import { stagesOf } from '../../../regression/testplan/stages.js';
import { parseStatements } from '../../../regression/testplan/statements.js';
import { testplanText } from '../../../report/index.js';
import { filledCoverage } from '../../report/coverage/support/filled.js';

/** A run in which nothing happened but what `change` does. */
function runWith(change: (tally: Tally) => void, coverage = emptyCoverage()) {
  const tally = new Tally();
  change(tally);
  return { tally, coverage };
}

const statusOf = (runs: Parameters<typeof testplan>[0], id: string) =>
  testplan(runs).statements.find((row) => row.id === id)!.status;

describe('the list of statements', () => {
  it('has the numbers that its head counts', () => {
    const statements = readStatements();
    const count = (letter: string) => statements.filter(({ id }) => id.startsWith(letter)).length;
    expect([count('S'), count('R'), count('P')]).toEqual([154, 52, 157]);
    expect(new Set(statements.map(({ id }) => id)).size).toBe(363);
    expect(statements.filter(({ informative }) => informative)).toHaveLength(17);
  });

  it('is refused when it does not say which statements are informative, or names one that is not there', () => {
    const row = '| S-001 | text | 000 | DB | x |\n';
    expect(() => parseStatements(row)).toThrow('does not say which are informative');
    const head = 'Statements (status `informative` in the testplan): S-001, S-002. Every other one\n';
    expect(() => parseStatements(head + row)).toThrow('not listed: S-002');
  });
});

describe('the testplan', () => {
  it('is unhit where nothing ran, and names what would verify a statement', () => {
    const row = testplan([]).statements.find(({ id }) => id === 'S-039')!;
    expect(row).toMatchObject({ status: 'unhit' });
    expect(row.rules).toContain('PROTO-03');
    expect(row.coverpoints.length).toBeGreaterThan(0);
    expect(testplan([]).verified).toBe(0);
  });

  it('is verified by a rule that was armed', () => {
    expect(statusOf([runWith(() => undefined)], 'S-020')).toBe('unhit');
    const armed = runWith((tally) => {
      tally.rules['HANG-02'] = { armed: 1, fired: 0 };
    });
    expect(statusOf([armed], 'S-020')).toBe('verified');
  });

  it('is verified by a bin that was covered', () => {
    expect(
      statusOf(
        [
          runWith(
            () => undefined,
            filledCoverage(() => 9),
          ),
        ],
        'S-076',
      ),
    ).toBe('verified');
  });

  it('is verified by a test that passed, not by one that failed', () => {
    const run = (failed: number) =>
      runWith((tally) => {
        tally.sequences.coarse_rates = { tests: 1, failed };
      });
    expect(statusOf([run(1)], 'S-149')).toBe('unhit');
    expect(statusOf([run(1), run(0)], 'S-149')).toBe('verified');
  });

  it('says of informative statements that no run can verify them', () => {
    expect(statusOf([], 'S-004')).toBe('informative');
    const { total, statements } = testplan([]);
    expect(total).toBe(statements.length - 17);
  });

  it('maps every statement that is not informative', () => {
    const unmapped = testplan([]).statements.filter(({ status }) => status === 'unmapped');
    expect(unmapped).toEqual([]);
  });

  it('counts a stage with those before it', () => {
    const { stages, total, statements } = testplan([]);
    expect(stages.map(({ stage }) => stage)).toEqual(['V1', 'V2', 'V3']);
    const [v1, v2, v3] = stages.map((each) => each.total);
    expect(v3).toBe(total);
    expect(v1! < v2! && v2! < v3!).toBe(true);
    expect(stages[0]!.open).toHaveLength(v1!);
    expect(statements.find(({ id }) => id === 'S-010')!.stage).toBe('V1');
  });

  it('refuses stages of statements that are not listed', () => {
    expect(() => stagesOf(['S-001', 'S-002'])).toThrow(/not listed so/);
  });

  it('names the rules that neither a fault nor a run made fire', () => {
    const run = runWith((tally) => {
      tally.rules['ORD-01'] = { armed: 2, fired: 1 };
    });
    const { neverFired } = testplan([run], ['ORD-03']);
    expect(neverFired).not.toContain('ORD-01');
    expect(neverFired).not.toContain('ORD-03');
    expect(neverFired).toContain('ORD-02');
  });
});

describe('the testplan as text', () => {
  it('lists open statements first and ends with the count', () => {
    const lines = testplanText(testplan([])).split('\n');
    expect(lines[1]).toMatch(/^[SRP]-\d{3} +V\d +unhit /);
    expect(lines.at(-1)).toMatch(
      /^0 of 346 statements verified \(\d+ unmapped, \d+ unhit, 0 verified, 17 informative\)$/,
    );
  });

  it('leaves out what is not due in the stage that is asked for', () => {
    const text = testplanText(testplan([]), 'V1');
    expect(text).toMatch(/^S-010 +V1 /m);
    expect(text).not.toMatch(/^[SRP]-\d{3} +V[23] /m);
    expect(text.split('\n').at(-1)).toMatch(/^0 of 76 statements verified/);
  });
});
