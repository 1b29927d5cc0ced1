import { type Colours, counted } from '../../base/text/index.js';
import type { PassValue, PassWeakness } from './pass-value.js';
import type { UnjudgedRule } from './unjudged-rules.js';
import type { UnreachedBlock } from './unreached-blocks.js';

/** Formats the coverage of a program's runs and the code they did not reach. */
export function valueLines({ waves, sections, overlapping, compared, armed, paths }: PassValue): string[] {
  const rules = Object.keys(armed).length;
  const lines = [
    `  judged: ${counted(sections, 'section')} in ${counted(waves, 'wave')}, ${overlapping} overlapping; ${counted(compared, 'word')} of memory compared; ${counted(rules, 'rule')} armed`,
  ];
  if (paths === undefined) return lines;
  const { blocks, blocksRun, unreached, ways, notTaken } = paths;
  const notTakenTexts = notTaken.map(({ pc, taken }) => `pc ${hex(pc)} ${taken ? 'taken' : 'not taken'}`);
  const rest = notTakenTexts.length === 0 ? '' : `; never reached: ${notTakenTexts.join(', ')}`;
  return [
    ...lines,
    `  paths: ${blocksRun} of ${blocks} blocks run, ${ways - notTaken.length} of ${ways} branch outcomes taken${rest}`,
    ...unreachedLines(unreached),
  ];
}

/** Formats the code that no wave ran, grouped by the branch that prevented it. */
function unreachedLines(unreached: readonly UnreachedBlock[]): string[] {
  const blocks = new Map<string, string[]>();
  for (const { pc, way, condition } of unreached) {
    const branch =
      way === undefined
        ? 'no wave reached its branch'
        : `unless ${condition.join('; ')} ${way.taken ? 'is taken' : 'is not taken'}`;
    blocks.set(branch, [...(blocks.get(branch) ?? []), hex(pc)]);
  }
  return [...blocks].map(([branch, pcs]) => `  not run: ${pcs.join(', ')}: ${branch}`);
}

function hex(pc: number): string {
  return `0x${pc.toString(16)}`;
}

/** Formats a weakness of a pass as a separate warning. */
export function weaknessLine({ name, text }: PassWeakness, colour: Colours): string {
  return colour.yellow(`  warning ${name}: ${text}`);
}

/** Formats the rules, grouped by reason. */
export function rulesByReason(unjudged: readonly UnjudgedRule[]): string {
  const rules = new Map<string, string[]>();
  for (const { rule, reason } of unjudged) rules.set(reason, [...(rules.get(reason) ?? []), rule]);
  return [...rules].map(([reason, ids]) => `${ids.join(', ')} (${reason})`).join('; ');
}
