import type { FaultVerdict } from '../regression/index.js';
import type { Colours } from './colours.js';
import type { QualifyDocument } from './qualify-document.js';

/** What became of one fault, in a line and, where it was killed, the line that shows it again. */
export function faultText(verdict: FaultVerdict, colour: Colours): string {
  const { id, title, killed, rule = '-', ofClass, tests, waves, shrunk, repro } = verdict;
  const word = killed ? colour.green('killed  ') : colour.red('SURVIVED');
  const size =
    shrunk === undefined ? '' : `, shrunk to ${shrunk.waves} waves of ${shrunk.primitives} primitives`;
  const other = killed && !ofClass ? ', not of a class that faults.md names' : '';
  return [
    `${word}  ${id.padEnd(4)}  ${rule.padEnd(9)}  ${tests} tests, ${waves} waves${size}${other}: ${title}`,
    ...(repro === undefined ? [] : [colour.dim(`  ${repro}`)]),
  ].join('\n');
}

/** The whole in a few lines: kills, tests to kill, false alarms, and what the rules are worth. */
export function qualifyText(document: QualifyDocument, file: string): string {
  const { killed, total, falsePositives, testsToKill, onlyKiller, silentRules } = document;
  const { tests, waves, violations, failures } = falsePositives;
  const only = Object.entries(onlyKiller).map(([rule, faults]) => `${rule} (${faults.join(' ')})`);
  return [
    '',
    `killed    ${killed} of ${total} faults`,
    `matrix    ${file}: ${testsToKill.median} tests to kill in the middle, ${testsToKill.worst} at most`,
    `only      ${only.length} rules alone see a fault: ${only.join(', ') || 'none'}`,
    `silent    ${silentRules.join(', ') || 'no rule'}`,
    `clean     ${violations} false alarms in ${waves} waves of ${tests} tests`,
    ...failures.map(({ signature, repro }) => `  ${signature}\n  ${repro}`),
  ].join('\n');
}
