import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPackageRoot } from '../../harness/basics/package-root.js';

/** Code that would make a test depend on the machine or on other tests, and what to use instead. */
const UNSTABLE: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/\b(?:performance|Date)\.now\(|\bhrtime\b|\b(?:cpu|resource)Usage\(/, 'do not assert on elapsed time'],
  [/\bsetTimeout\(|timers\/promises|\bAtomics\.wait\((?:[^,;]+,){3}/, 'until() from test/support/until.ts'],
  [/\bsetInterval\((?!\(\) => undefined)/, 'until(), or runAndHold() from test/cli/support/held-run.ts'],
  [/\bwaitFor\(\(\)|\bwaitUntil\(|\bexpect\.poll\(/, 'until() from test/support/until.ts, with no limit'],
  [/\btimeout: ?[1-9]|setDefaultTimeout\([1-9]/, 'the limit set by the runner'],
  [/(?:before|after)(?:All|Each)\([\s\S]{0,600}?\n\s*\}, [A-Z_]+\);/, 'the limit set by the runner'],
  [/\bnewPage\(/, 'openPage from test/support/browser.ts, whose waits have no limit'],
  [/^\s*\}(?:, |\n *)[\d_]{4,},?\n?\);/m, 'the limit set by the runner'],
  [/\bsleep \d/, 'until() from test/support/until.ts'],
  [/\bprocess\.chdir\(/, 'the cwd of a child process'],
  [/\blisten\([1-9]|'--port', '\d/, 'port 0, or findFreePort()'],
  [/(?<!mkdtempSync\()join\((?:realpathSync\()?tmpdir\(\)/, 'createTempFolder(), or mkdtemp'],
];

/** Exempt files, each with the reason: they use time as a stimulus, define this rule or implement the replacements. */
const EXEMPT: Readonly<Record<string, string>> = {
  'house/steady-tests.test.ts': 'contains the patterns',
  'house/patterns.test.ts': 'contains the code that the linter rejects',
  'cli/support/held-run.ts': 'the only file that may poll a run',
  'support/build-once.ts': 'its folder is named after a hash of the build inputs',
  'support/browser.ts': 'the only file that may open tabs',
  'support/until.ts': 'the only file that may wait',
  'cli/support/held-log.mjs': "runs inside a command's process and waits for the test",
  'harness/support/slow-worker.mjs': 'is deliberately slow',
  'runs/launch/support/hostile-launcher.mjs': 'delays the frames that it relays',
};

it('no test asserts on elapsed time, sleeps for a fixed time, or shares a folder, port or working directory', () => {
  const root = join(findPackageRoot(), 'test');
  const found = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.m?ts$|\.mjs$/.test(file) && !Object.hasOwn(EXEMPT, file))
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      return UNSTABLE.flatMap(([pattern, replacement]) => {
        const offset = text.search(pattern);
        return offset < 0 ? [] : [`test/${file}:${text.slice(0, offset).split('\n').length}: ${replacement}`];
      });
    });
  expect(found).toEqual([]);
});
