import { type Colours, counted } from '../../base/text/index.js';
import type { QualifyDocument } from './qualify-document.js';
import type { FaultVerdict } from './qualify-fault.js';

/** Describes the verdict on one fault, with the command that replays its killer, if any. */
export function faultText(verdict: FaultVerdict, colour: Colours): string {
  const { id, title, killed, rule = '-', ofClass, tests, waves, shrunk, repro } = verdict;
  const status = killed ? colour.green('killed  ') : colour.red('SURVIVED');
  const size =
    shrunk === undefined
      ? ''
      : `, shrunk to ${counted(shrunk.waves, 'wave')} and ${counted(shrunk.primitives, 'primitive')}`;
  const classNote = killed && !ofClass ? ', by a rule outside the fault’s class' : '';
  return [
    `${status}  ${id.padEnd(4)}  ${rule.padEnd(9)}  ${counted(tests, 'test')}, ${counted(waves, 'wave')}${size}${classNote}: ${title}`,
    ...(repro === undefined ? [] : [colour.dim(`  ${repro}`)]),
  ].join('\n');
}

/** Formats the summary: kills, tests per kill, false alarms, and the killing power of the rules. */
export function qualifyText(document: QualifyDocument, file: string): string {
  const { killed, total, falsePositives, testsToKill, onlyKiller, silentRules } = document;
  const { tests, waves, violations, failures } = falsePositives;
  const soleKillers = Object.entries(onlyKiller).map(([rule, faults]) => `${rule} (${faults.join(' ')})`);
  return [
    '',
    `killed    ${killed} of ${total} faults`,
    `matrix    ${file}: tests to kill a fault: median ${testsToKill.median}, maximum ${testsToKill.worst}`,
    `only      ${counted(soleKillers.length, 'rule')} with faults that no other rule kills: ${soleKillers.join(', ') || 'none'}`,
    `silent    rules that kill no fault: ${silentRules.join(', ') || 'none'}`,
    `clean     ${counted(violations, 'false alarm')} in ${counted(waves, 'wave')} of ${counted(tests, 'test')}`,
    ...failures.map(({ signature, repro }) => `  ${signature}\n  ${repro}`),
  ].join('\n');
}
