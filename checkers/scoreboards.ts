import { chipOf } from '../arch/index.js';
import type { RuleId, Scenario, TransactionSink, Verdict } from '../transactions/index.js';
import { RULES } from '../transactions/index.js';
import { Dispatch } from './dispatch.js';
import { Judge } from './findings/judge.js';
import { sortFindings } from './findings/order.js';
import type { Ledgers } from './ledger/ledgers.js';
import { ledgerHandlers, openLedgers } from './ledger/ledgers.js';
import type { RuleCheck } from './rule.js';
import { RULE_TABLE } from './rule-table.js';

/** Scoreboards at work on one stream of transactions. */
export interface Scoreboards {
  /** Takes the next transaction of the stream; typed arrays are read during the call only. */
  readonly observe: TransactionSink;
  /** Judges what only the end can tell, and gives the verdict; to be called once, after the last transaction. */
  finish(): Verdict;
}

export interface ScoreboardOptions {
  /** Violations of one rule that are kept with their words; all are counted. 100 unless told. */
  readonly storedPerRuleMax?: number;
}

const STORED_PER_RULE_MAX = 100;

interface RunningRule {
  readonly id: RuleId;
  readonly judge: Judge;
  readonly check: RuleCheck;
}

/**
 * Scoreboards for any stream of the scenario that carries what they need: the model's own, or a trace of somebody
 * else's. Rules of other generations than the scenario's chip take no part.
 */
export function createScoreboards(scenario: Scenario, options: ScoreboardOptions = {}): Scoreboards {
  const ledgers = openLedgers(scenario);
  const { gfx } = chipOf(scenario.chip);
  const rules: RunningRule[] = RULES.filter((rule) => rule.generations.includes(gfx)).map((rule) => {
    const id = rule.id as RuleId;
    const judge = new Judge(rule, options.storedPerRuleMax ?? STORED_PER_RULE_MAX);
    return { id, judge, check: RULE_TABLE[id].create(ledgers, judge) };
  });
  const dispatch = new Dispatch(
    [...ledgerHandlers(ledgers), ...rules.map(({ check }) => check.on)],
    rules.flatMap(({ check }) => check.pauses ?? []),
  );
  return {
    observe: dispatch.send,
    finish: () => {
      for (const { check } of rules) check.finish?.(dispatch.lastCycle);
      return {
        violations: sortFindings(rules.flatMap(({ judge }) => judge.violations)),
        fired: Object.fromEntries(
          rules.filter(({ judge }) => judge.fired > 0).map(({ id, judge }) => [id, judge.fired]),
        ),
        armed: Object.fromEntries(rules.map(({ id, judge }) => [id, judge.armed])),
        unchecked: rules.flatMap((rule) => uncheckedBy(rule, dispatch, ledgers)),
        inconclusive: dispatch.saw('stopped'),
        uncompared: rules.reduce((sum, { judge }) => sum + judge.uncompared, 0),
      };
    },
  };
}

/** What a rule lacked: its own word first, then kinds that the stream ought to have carried. */
function uncheckedBy(
  { id, judge }: RunningRule,
  dispatch: Dispatch,
  { carriage }: Ledgers,
): Verdict['unchecked'] {
  if (judge.missing !== undefined) return [{ rule: id, missing: judge.missing }];
  const absent = RULE_TABLE[id].needs.filter((kind) => carriage.lacks(kind, (seen) => dispatch.saw(seen)));
  return absent.length === 0 ? [] : [{ rule: id, missing: `${absent.join(', ')} in the stream` }];
}
