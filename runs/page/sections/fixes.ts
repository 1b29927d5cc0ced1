import { type Html, h } from '../../../base/page/index.js';
import { describeEvidence, formatFixCount } from '../../../failures/fixed/index.js';
import type { GroupFix } from '../../../harness/triage-findings/index.js';
import { badge, commandLine, section } from '../parts.js';

/** Renders the fixes section: the state of every failure group in the repeated run, with the evidence. */
export function renderFixes(fixes: readonly GroupFix[]): Html {
  return section('fixes', 'Fixes', h('p', {}, `${formatFixCount(fixes)}.`), ...fixes.map(renderFixCard));
}

function renderFixCard(fix: GroupFix): Html {
  const { signature, state, lastStep, repro } = fix;
  return h(
    'article',
    { class: 'group' },
    h('h3', {}, signature, ' ', badge(state, state === 'fixed' ? 'good' : 'bad')),
    h('p', {}, `${describeEvidence(fix)}.`),
    ...(lastStep === undefined ? [] : [h('p', { class: 'quiet' }, `Before: ${lastStep}`)]),
    ...(repro === undefined ? [] : [commandLine(repro)]),
  );
}
