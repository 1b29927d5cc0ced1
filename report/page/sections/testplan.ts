import { percentText } from '../../../coverage/index.js';
import {
  JUDGED_GOAL,
  type ShownKiller,
  type StageProgress,
  type Testplan,
  type TestplanRow,
} from '../../../regression/index.js';
import { type Html, h } from '../html.js';
import { section, table } from '../parts.js';

/** How far each stage is, the statements that this run leaves open, then all others folded away. */
export function testplanSection(plan: Testplan): Html {
  const { statements, judged, observed, total, stages, neverFired } = plan;
  const open = statements.filter(({ status }) => status === 'unhit');
  const unmapped = statements.filter(({ status }) => status === 'unmapped');
  return section(
    'testplan',
    'Testplan',
    h(
      'p',
      {},
      h('strong', {}, `${judged} of ${total}`),
      ` statements judged (goal ${JUDGED_GOAL} %): a rule or test that is known to see them broken was at work in this run. `,
      `${observed} more are observed: a bin was hit, or a rule armed that nothing has shown to see them broken. `,
      `${statements.length - total} are informative: nothing could break them.`,
    ),
    h('ul', { class: 'stages' }, ...stages.map(progress)),
    ...(neverFired.length === 0
      ? []
      : [h('p', { class: 'quiet' }, `Rules that no fault has ever triggered: ${neverFired.join(', ')}`)]),
    folded(`Not hit: ${open.length}`, open, open.length > 0),
    folded(`Without a rule, bin or test: ${unmapped.length}`, unmapped, unmapped.length > 0),
    folded(
      `Observed only: ${observed}`,
      statements.filter(({ grade }) => grade === 'observed'),
      false,
    ),
    folded(
      `Informative: ${statements.length - total}`,
      statements.filter(({ status }) => status === 'informative'),
      false,
    ),
    folded(`All: ${statements.length}`, statements, false),
  );
}

function progress({ stage, verified, judged, total }: StageProgress): Html {
  const percent = (100 * judged) / total;
  return h(
    'li',
    {},
    h('span', { class: 'bar', 'data-share': Math.floor(percent) }),
    h('span', { class: 'share' }, percentText(percent)),
    h('strong', { class: verified < total ? 'hole' : undefined }, stage),
    ` ${judged} judged and ${verified - judged} observed of ${total}`,
  );
}

/** Names of what verifies a statement that are shown. */
const VERIFIERS_SHOWN = 6;

function verifiers(names: readonly string[]): string {
  const hidden = names.length - VERIFIERS_SHOWN;
  const shown = names.slice(0, VERIFIERS_SHOWN).join(', ');
  return hidden > 0 ? `${shown} and ${hidden} more` : shown;
}

/** Who kills what breaks a statement, and how to see it. */
function killedBy({ breaker, replay, rule, why }: ShownKiller): Html {
  return h('div', { class: 'prose' }, `${rule} kills ${breaker}: ${why}. `, h('code', {}, replay));
}

function folded(title: string, rows: readonly TestplanRow[], open: boolean): Html {
  const columns = ['statement', 'text', 'stage', 'status', 'verified by'].map((name) => ({ title: name }));
  const cells = rows.map(({ id, stage, status, grade, killer, reason, rules, coverpoints, tests, text }) => [
    h('span', { class: 'whole' }, id),
    h('div', { class: 'prose' }, text),
    stage,
    h('span', { class: status === 'unhit' || status === 'unmapped' ? 'bad' : undefined }, grade ?? status),
    killer === undefined ? (reason ?? verifiers([...rules, ...coverpoints, ...tests])) : killedBy(killer),
  ]);
  return h('details', { open }, h('summary', {}, title), table(columns, cells));
}
