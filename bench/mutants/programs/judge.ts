import { testSeed } from '../../../base/basics/index.js';
import { examine, findRule } from '../../../checkers/index.js';
import { runScenarioTest } from '../../../harness/one-test/index.js';
import {
  type Corpus,
  type CorpusRecord,
  checkScenario,
  editedRecord,
  type MutantOperator,
  type ProgramMutant,
  withWords,
} from '../../../stimulus/index.js';
import { classOfRule, type RuleId, type Scenario, setting } from '../../../transactions/index.js';

/** The result for a mutant. */
export interface Judged {
  readonly operator: string;
  readonly program: string;
  readonly pc: number;
  /** `misjudged` means that it was detected, but only by rules of the wrong classes. */
  readonly outcome: 'killed' | 'equivalent' | 'misjudged' | 'survived';
  /**
   * The distinct rules that it violated: first those found statically on its paths, then those that fired in
   * its scenes.
   */
  readonly rules: readonly RuleId[];
}

/** The root of all scene seeds. */
export const ROOT = { high: 0, low: 0x3117a275 };

/** Cycle limit for a scene. */
const CYCLES_MAX = 2_000_000;

/** Returns the error rules that a program violates on any path, found without running it. */
export function rulesByPaths(record: CorpusRecord): readonly RuleId[] {
  const register = record.abi.args.find(({ name }) => name === 'pops_collision_wave_id')?.reg;
  const { findings } = examine(editedRecord(record).decoded, register);
  return [...findings.keys()].filter((rule) => findRule(rule)?.severity === 'error');
}

/**
 * Judges one mutant of a clean program by its paths, then on scenes, and finally by the operator's
 * equivalence check. As in `check`, each variant runs on at most `scenes` scenes. More scenes run after the
 * first kill as long as only one rule detects the mutant, to find out whether it remains the only one.
 */
export function judgeMutant(
  record: CorpusRecord,
  operator: MutantOperator,
  mutant: ProgramMutant,
  corpus: Corpus,
  scenes: number,
): Judged {
  const mutated = withWords(record, mutant.words);
  const isExpected = (rule: RuleId): boolean =>
    operator.classes.some((ruleClass) => ruleClass === classOfRule(rule));
  const errorsOf = (program: CorpusRecord, scene: number): readonly RuleId[] => {
    const variant = program.variants[scene % program.variants.length]!;
    const seed = testSeed(ROOT, record.id, scene);
    const made = checkScenario({ record: program, variant, corpus, seed, scene });
    const scenario = operator.needsStaleCaches === true ? onStaleCaches(made) : made;
    const { violations } = runScenarioTest(scenario, { cycles: CYCLES_MAX }).verdict;
    return violations.filter(({ severity }) => severity === 'error').map(({ rule }) => rule as RuleId);
  };
  const found = new Set(rulesByPaths(mutated));
  const runs = scenes * record.variants.length;
  for (let scene = 0; scene < runs && !(found.size > 1 && [...found].some(isExpected)); scene++) {
    const seen = errorsOf(mutated, scene);
    // Rules that the original program also violates on this scene do not count.
    const ownRules = seen.length === 0 ? [] : errorsOf(record, scene);
    for (const rule of seen) if (!ownRules.includes(rule)) found.add(rule);
  }
  const rules = [...found];
  return { operator: operator.name, program: record.id, pc: mutant.pc, outcome: outcomeOf(), rules };

  function outcomeOf(): Judged['outcome'] {
    if (rules.length > 0) return rules.some(isExpected) ? 'killed' : 'misjudged';
    return mutant.equivalence?.() === undefined ? 'survived' : 'equivalent';
  }
}

/**
 * Returns the scenario with caches that keep stale lines, and with the section's objects declared coherent.
 */
function onStaleCaches(scenario: Scenario): Scenario {
  const ordered = scenario.ordered.map((memory) => ({ ...memory, coherent: true }));
  return { ...scenario, ordered, freedoms: { ...scenario.freedoms, caches: setting('caches', 'stale') } };
}
