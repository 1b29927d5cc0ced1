import { relative, resolve } from 'node:path';
import { groupBy } from '../../arch/index.js';
import { formatKnownIssue } from '../../harness/records/index.js';
import { formatJunitDocument, formatQuantity, type JunitCase } from '../../harness/text/index.js';
import type { CheckRepro } from './check-document.js';
import type { UnreadableFile } from './check-files.js';
import type { ProgramVerdict } from './check-program.js';
import type { CheckViolation } from './findings.js';

/** The result of a check, as input for `formatCheckJunit`. */
interface JunitInput {
  readonly programs: readonly ProgramVerdict[];
  readonly unreadable: readonly UnreadableFile[];
  readonly repro: CheckRepro;
  /** The root seed. */
  readonly seed: string;
  /** The folder that paths are relative to. */
  readonly folder: string;
}

/**
 * Formats a check as `junit.xml`: a suite per file, with one case that tells whether it could be read and one per
 * program or, for a source, per chip. Names contain neither seeds nor positions, so a server can follow each case. A
 * program with only known errors is skipped, as in `run`.
 */
export function formatCheckJunit({ programs, unreadable, repro, seed, folder }: JunitInput): string {
  const byFile = groupBy(programs, ({ file }) => file);
  const files = [...new Set([...byFile.keys(), ...unreadable.map(({ file }) => file)])].sort();
  const suites = files.map((file) => {
    const name = relative(folder, resolve(folder, file));
    const reasons = unreadable.filter((other) => other.file === file).map(({ reason }) => reason);
    const [reason] = reasons;
    const reading: JunitCase =
      reason === undefined
        ? { name: 'can be read', outcome: 'passed' }
        : { name: 'can be read', outcome: 'error', message: reason, details: reasons.join('\n') };
    // Servers take what precedes the last dot for a package.
    const className = `pops.check.${name.replaceAll('.', '_')}`;
    const cases = (byFile.get(file) ?? []).map((program) => makeCase(program, repro));
    return { name, className, cases: [reading, ...cases] };
  });
  return formatJunitDocument('pops-tb check', suites, { rootSeed: seed });
}

const OUTCOMES = { pass: 'passed', fail: 'failure', vacuous: 'failure', unsupported: 'error' } as const;

function makeCase(program: ProgramVerdict, repro: CheckRepro): JunitCase {
  const { file, id, gfx, verdict, reason, violations, weaknesses, expected, runs, seconds = 0 } = program;
  // A file of one program may give its name to it.
  const name = id === file ? gfx : id.startsWith(file) ? id.slice(file.length + 1) : id;
  const known = violations.find((found) => found.known !== undefined && found.violation.severity === 'error');
  const lines = violations.flatMap((found) => describe(found, program, repro));
  const output = [
    formatQuantity(runs, 'run'),
    ...weaknesses.map((weakness) => `warning: ${weakness.name}: ${weakness.text}`),
    ...(verdict === 'fail' ? [] : lines),
  ].join('\n');
  const outcome = OUTCOMES[verdict];
  const base = { name, seconds, output };
  if (outcome === 'passed')
    return known === undefined
      ? { ...base, outcome }
      : { ...base, outcome: 'skipped', message: `known: ${formatKnownIssue(known.known!)}` };
  const first = violations.find((found) => found.known === undefined);
  const weakness = weaknesses.find((found) => found.known === undefined);
  const mismatch = expected === undefined ? [] : [...expected.missing, ...expected.unexpected];
  const message =
    reason ??
    (mismatch.length > 0
      ? `not as the source expects: ${mismatch.join(', ')}`
      : (first?.violation.observed ?? weakness!.text));
  const type = verdict === 'fail' ? (mismatch[0] ?? first?.violation.rule ?? weakness!.name) : verdict;
  return { ...base, outcome, type, message, details: lines.join('\n') };
}

/** Names a finding, as known issues name it, and says how to see it again. */
function describe(
  { violation, signature, variant, scene, known }: CheckViolation,
  program: ProgramVerdict,
  repro: CheckRepro,
): string[] {
  const note = known === undefined ? '' : ` (known: ${formatKnownIssue(known)})`;
  return [
    `${violation.severity} ${signature}${note}`,
    `  ${violation.allowed} ${violation.observed}`,
    `  reproduce: ${repro(program, variant, scene)}`,
  ];
}
