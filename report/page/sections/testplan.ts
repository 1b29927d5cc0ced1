import { percentText } from '../../../coverage/index.js';
import type { StageProgress, Testplan, TestplanRow } from '../../../regression/index.js';
import { type Html, h } from '../html.js';
import { section, table } from '../parts.js';

/** How far each stage is, the statements that this run leaves open, then all others folded away. */
export function testplanSection({ statements, verified, total, stages, neverFired }: Testplan): Html {
  const open = statements.filter(({ status }) => status === 'unhit');
  const unmapped = statements.filter(({ status }) => status === 'unmapped');
  return section(
    'testplan',
    'Testplan',
    h(
      'p',
      {},
      h('strong', {}, `${verified} of ${total}`),
      ' statements verified by this run: one of their rules was armed, one of their bins covered, or one of their tests passed.',
    ),
    h('ul', { class: 'stages' }, ...stages.map(progress)),
    ...(neverFired.length === 0
      ? []
      : [h('p', { class: 'quiet' }, `Rules that no fault has ever triggered: ${neverFired.join(', ')}`)]),
    folded(`Not hit: ${open.length}`, open, open.length > 0),
    folded(`Without a rule, bin or test: ${unmapped.length}`, unmapped, unmapped.length > 0),
    folded(`All: ${statements.length}`, statements, false),
  );
}

function progress({ stage, verified, total }: StageProgress): Html {
  const percent = (100 * verified) / total;
  return h(
    'li',
    {},
    h('span', { class: 'bar', 'data-share': Math.floor(percent) }),
    h('span', { class: 'share' }, percentText(percent)),
    h('strong', { class: verified < total ? 'hole' : undefined }, stage),
    ` ${verified} of ${total}`,
  );
}

/** Names of what verifies a statement that are shown. */
const VERIFIERS_SHOWN = 6;

function verifiers(names: readonly string[]): string {
  const hidden = names.length - VERIFIERS_SHOWN;
  const shown = names.slice(0, VERIFIERS_SHOWN).join(', ');
  return hidden > 0 ? `${shown} and ${hidden} more` : shown;
}

function folded(title: string, rows: readonly TestplanRow[], open: boolean): Html {
  const columns = ['statement', 'text', 'stage', 'status', 'verified by'].map((name) => ({ title: name }));
  const cells = rows.map(({ id, stage, status, rules, coverpoints, tests, text }) => [
    h('span', { class: 'whole' }, id),
    h('div', { class: 'prose' }, text),
    stage,
    h('span', { class: status === 'unhit' || status === 'unmapped' ? 'bad' : undefined }, status),
    verifiers([...rules, ...coverpoints, ...tests]),
  ]);
  return h('details', { open }, h('summary', {}, title), table(columns, cells));
}
