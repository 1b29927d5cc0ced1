import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPackageRoot } from '../../harness/basics/package-root.js';
import { callCli } from '../cli/support/call-cli.js';
import { createTempFolder, runCli } from '../cli/support/run-cli.js';
import { findTestDriver } from './source/support/test-driver.js';

/** Public reports of mistakes, each as its smallest input, with the commands that try them. No commit may hold them. */
const REPORTS = join(findPackageRoot(), '..', 'shared', 'reports');
const driver = findTestDriver();

/** A command, the exit codes that it may have, and patterns that its output must and must not have. */
interface Step {
  readonly step: string;
  readonly exit: number[];
  readonly has: RegExp[];
  readonly not: RegExp[];
}

/** Reads the steps in a report's `expect.txt`. */
function readSteps(report: string): readonly Step[] {
  const steps: Step[] = [];
  for (const line of readFileSync(join(report, 'expect.txt'), 'utf8').split('\n')) {
    const [, key, value] = /^(step|exit|has|not): (.*)$/.exec(line) ?? [];
    if (key === 'step') steps.push({ step: value!, exit: [], has: [], not: [] });
    else if (key === 'exit') steps.at(-1)!.exit.push(...value!.split(' ').map(Number));
    else if (key === 'has' || key === 'not')
      steps.at(-1)![key].push(new RegExp(value!.replace('(?i)', ''), value!.includes('(?i)') ? 'im' : 'm'));
  }
  return steps;
}

describe.skipIf(driver === undefined || !existsSync(REPORTS))(`the reports of ${REPORTS}`, () => {
  const folder = createTempFolder();
  const reports = existsSync(REPORTS)
    ? readdirSync(REPORTS).filter((name) => existsSync(join(REPORTS, name, 'expect.txt')))
    : [];

  it.each(reports)('%s gets the outcome that its reporter needed', async (name) => {
    const report = join(REPORTS, name);
    const out = join(folder, name);
    const places: Readonly<Record<string, string>> = {
      D: report,
      L: report,
      T: findPackageRoot(),
      R: driver!,
      O: out,
    };
    for (const { step, exit, has, not } of readSteps(report)) {
      const words = (step.match(/'[^']*'|\S+/g) ?? []).map((word) =>
        word
          .replace(/^'|'$/g, '')
          .replace(/\{(\w)\}/g, (_, key: string) => places[key]!)
          .replace(/\{(\{\w+\})\}/g, '$1'),
      );
      // Most commands share the test's process; a run's worker threads would be slower in it.
      if (words[0] === 'xml') {
        execFileSync('xmllint', ['--noout', words[1]!]);
        continue;
      }
      const { code, stdout, stderr } = await (words[0] === 'run' ? runCli(words, folder) : callCli(words));
      const text = `${stdout}${stderr}`
        .replaceAll(report, '')
        .replaceAll(out, '')
        .replaceAll(/^\s*repro .*$/gm, '');
      expect({ step, code, text }).toEqual({ step, code: expect.toBeOneOf(exit), text });
      for (const pattern of has) expect(text, step).toMatch(pattern);
      for (const pattern of not) expect(text, step).not.toMatch(pattern);
    }
  });
});
