import { examine, findRule } from '../../checkers/index.js';
import { runScenarioTest, testSeed } from '../../regression/index.js';
import {
  type Corpus,
  type CorpusRecord,
  checkScenario,
  editedRecord,
  type MutantOperator,
  type ProgramMutant,
  withWords,
} from '../../stimulus/index.js';
import { classOfRule, type RuleId, type Scenario, setting } from '../../transactions/index.js';

/** What became of one mutant. */
export interface Judged {
  readonly operator: string;
  readonly program: string;
  readonly pc: number;
  /** `misjudged`: found, but by rules of other classes only than those of its mistake. */
  readonly outcome: 'killed' | 'equivalent' | 'misjudged' | 'survived';
  /** Whether the paths of the program show it, before anything runs. */
  readonly byPaths: boolean;
  /** Rules that it broke, each once. */
  readonly rules: readonly RuleId[];
  /** Why it is equivalent. */
  readonly reason?: string;
}

/** Scenes that a mutant runs on at most; it runs until it is killed and two rules have seen it. */
export interface RunPlan {
  readonly corpus: Corpus;
  readonly scenes: number;
}

/** Root of the seeds of all scenes. */
export const ROOT = { high: 0, low: 0x3117a275 };

/** Cycles after which a mutant's run has shown what it will. */
const CYCLES_MAX = 2_000_000;

/** Errors that every path of a program shows. */
export function rulesByPaths(record: CorpusRecord): readonly RuleId[] {
  const register = record.abi.args.find(({ name }) => name === 'pops_collision_wave_id')?.reg;
  const { findings } = examine(editedRecord(record).decoded, register);
  return [...findings.keys()].filter(isError);
}

/**
 * Judges one mutant of a program that is clean itself: by its paths, then on scenes, then by what its operator knows.
 * Scenes go on after the first kill while only one rule sees it, so that it is known which rules do alone.
 */
export function judgeMutant(
  record: CorpusRecord,
  operator: MutantOperator,
  mutant: ProgramMutant,
  plan: RunPlan,
): Judged {
  const mutated = withWords(record, mutant.words);
  const place = { operator: operator.name, program: record.id, pc: mutant.pc };
  const isMeant = (rule: RuleId): boolean => operator.classes.some((each) => each === classOfRule(rule));
  const stale = operator.needsStaleCaches === true;
  const found = new Set(rulesByPaths(mutated));
  const byPaths = [...found].some(isMeant);
  for (let scene = 0; scene < plan.scenes && !(found.size > 1 && [...found].some(isMeant)); scene++)
    for (const rule of rulesInRun(record, mutated, scene, stale, plan.corpus)) found.add(rule);
  const rules = [...found];
  if (rules.some(isMeant)) return { ...place, outcome: 'killed', byPaths, rules };
  if (rules.length > 0) return { ...place, outcome: 'misjudged', byPaths, rules };
  const reason = mutant.equivalence?.();
  if (reason === undefined) return { ...place, outcome: 'survived', byPaths, rules };
  return { ...place, outcome: 'equivalent', byPaths, rules, reason };
}

/** Errors of the mutant on a scene which the program itself does not have there. */
function rulesInRun(
  record: CorpusRecord,
  mutated: CorpusRecord,
  scene: number,
  stale: boolean,
  corpus: Corpus,
): readonly RuleId[] {
  const seed = testSeed(ROOT, record.id, scene);
  const found = errorsInRun(mutated, scene, seed, stale, corpus);
  if (found.length === 0) return [];
  const own = errorsInRun(record, scene, seed, stale, corpus);
  return found.filter((rule) => !own.includes(rule));
}

function errorsInRun(
  record: CorpusRecord,
  scene: number,
  seed: string,
  stale: boolean,
  corpus: Corpus,
): readonly RuleId[] {
  const variant = record.variants[scene % record.variants.length]!;
  const scenario = checkScenario({ record, variant, corpus, seed, scene });
  const { verdict } = runScenarioTest(stale ? onStaleCaches(scenario) : scenario, { cycles: CYCLES_MAX });
  const errors = verdict.violations.filter(({ severity }) => severity === 'error');
  return [...new Set(errors.map(({ rule }) => rule as RuleId))];
}

/** The scenario on caches that keep old lines, with what the section covers declared coherent. */
function onStaleCaches(scenario: Scenario): Scenario {
  const ordered = scenario.ordered.map((memory) => ({ ...memory, coherent: true }));
  return { ...scenario, ordered, freedoms: { ...scenario.freedoms, caches: setting('caches', 'stale') } };
}

function isError(rule: RuleId): boolean {
  return findRule(rule)?.severity === 'error';
}
