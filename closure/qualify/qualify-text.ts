import { type Colours, formatQuantity } from '../../base/text/index.js';
import type { QualifyDocument } from './qualify-document.js';
import type { FaultVerdict } from './qualify-fault.js';

/** Describes the verdict on one fault, with the command that replays its killer, if any. */
export function formatFaultVerdict(verdict: FaultVerdict, colour: Colours): string {
  const { id, title, killed, rule = '-', ofClass: inExpectedClass, tests, waves, shrunk, repro } = verdict;
  const status = killed ? colour.green('killed  ') : colour.red('SURVIVED');
  const size =
    shrunk === undefined
      ? ''
      : `, shrunk to ${formatQuantity(shrunk.waves, 'wave')} and ${formatQuantity(shrunk.primitives, 'primitive')}`;
  const classNote = killed && !inExpectedClass ? ', by a rule outside the fault’s class' : '';
  return [
    `${status}  ${id.padEnd(4)}  ${rule.padEnd(9)}  ${formatQuantity(tests, 'test')}, ${formatQuantity(waves, 'wave')}${size}${classNote}: ${title}`,
    ...(repro === undefined ? [] : [colour.dim(`  ${repro}`)]),
  ].join('\n');
}

/** Formats the summary: kills, tests per kill, the rules that alone kill a fault or kill none, and false alarms. */
export function formatQualification(document: QualifyDocument, file: string): string {
  const { killed, total, falsePositives: falseAlarms, testsToKill, onlyKiller, silentRules } = document;
  const { tests, waves, violations, failures } = falseAlarms;
  const soleKillers = Object.entries(onlyKiller).map(([rule, faults]) => `${rule} (${faults.join(' ')})`);
  return [
    '',
    `killed    ${killed} of ${total} faults`,
    `matrix    ${file}; tests needed per kill: median ${testsToKill.median}, maximum ${testsToKill.worst}`,
    `sole      rules that are the only killer of a fault: ${soleKillers.join(', ') || 'none'}`,
    `silent    rules that kill no fault: ${silentRules.join(', ') || 'none'}`,
    `clean     ${formatQuantity(violations, 'false alarm')} in ${formatQuantity(tests, 'test')} (${formatQuantity(waves, 'wave')})`,
    ...failures.map(({ signature, repro }) => `  ${signature}\n  ${repro}`),
  ].join('\n');
}
