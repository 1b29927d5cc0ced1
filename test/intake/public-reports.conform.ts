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

/** Reads a report's steps: a command, the exit codes it may have, and patterns its output must and must not have. */
function readSteps(report: string) {
  const [, ...parts] = readFileSync(join(report, 'expect.txt'), 'utf8').split(/^step: /m);
  return parts.map((part) => {
    const list = (key: string): string[] =>
      Array.from(part.matchAll(new RegExp(`^${key}: (.*)$`, 'gm')), ([, value]) => value!);
    const listPatterns = (key: string): RegExp[] =>
      list(key).map((text) => new RegExp(text.replace('(?i)', ''), text.includes('(?i)') ? 'im' : 'm'));
    const [step] = part.split('\n');
    const exit = list('exit').flatMap((codes) => codes.split(' ').map(Number));
    return { step: step!, exit, has: listPatterns('has'), not: listPatterns('not') };
  });
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
