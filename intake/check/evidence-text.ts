import { formatKnownIssue } from '../../harness/records/index.js';
import { type Colours, formatQuantity } from '../../harness/text/index.js';
import type { PassEvidence, PassWeakness, UnjudgedRule, UnreachedBlock } from './check-schema.js';

/** Maximum number of violations to show per program; the JSON document contains all of them. */
export const MAX_SHOWN_VIOLATIONS = 3;

/** Formats what a program's runs covered and what they missed. */
export function formatEvidence({
  waves,
  sections,
  overlapping,
  compared,
  armed,
  paths,
}: PassEvidence): string[] {
  const rules = Object.keys(armed).length;
  const lines = [
    `  judged: ${formatQuantity(sections, 'section')} in ${formatQuantity(waves, 'wave')}, ${overlapping} overlapping; ${formatQuantity(compared, 'word')} of memory compared; ${formatQuantity(rules, 'rule')} armed`,
  ];
  if (paths === undefined) return lines;
  const { blocks, blocksRun, unreached, ways, notTaken } = paths;
  const missed = notTaken.map(
    ({ pc, taken }) => `branch at pc 0x${pc.toString(16)} ${taken ? '' : 'not '}taken`,
  );
  const rest = missed.length === 0 ? '' : `; never observed: ${missed.join(', ')}`;
  return [
    ...lines,
    `  paths: ${blocksRun} of ${blocks} blocks run, ${ways - notTaken.length} of ${ways} branch outcomes taken${rest}`,
    ...formatUnreached(unreached),
  ];
}

/** Formats the blocks that no wave ran, grouped by the branch outcome that leads to them. */
export function formatUnreached(unreached: readonly UnreachedBlock[]): string[] {
  const blocks = new Map<string, string[]>();
  for (const { pc, way, condition } of unreached) {
    const explanation =
      way === undefined
        ? 'no wave reached the branch that leads to it'
        : `requires ${condition.join('; ')} ${way.taken ? 'to be taken' : 'not to be taken'}`;
    blocks.set(explanation, [...(blocks.get(explanation) ?? []), `0x${pc.toString(16)}`]);
  }
  return [...blocks].map(([explanation, pcs]) => `  not run: ${pcs.join(', ')} (${explanation})`);
}

/** Formats a weakness of a pass as a warning, or as known. */
export function formatWeakness({ name, text, known }: PassWeakness, colour: Colours): string {
  if (known !== undefined) return `  known: ${name}: ${formatKnownIssue(known)}`;
  return colour.yellow(`  warning ${name}: ${text}`);
}

/** Formats the unjudged rules, grouped by reason. */
export function formatRulesByReason(unjudged: readonly UnjudgedRule[]): string {
  const rules = new Map<string, string[]>();
  for (const { rule, reason } of unjudged) rules.set(reason, [...(rules.get(reason) ?? []), rule]);
  return [...rules].map(([reason, ids]) => `${ids.join(', ')} (${reason})`).join('; ');
}
