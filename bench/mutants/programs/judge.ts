import { deriveTestSeed } from '../../../base/basics/index.js';
import { examine, findRule } from '../../../checkers/index.js';
import { runScenarioTest } from '../../../harness/one-test/index.js';
import {
  type Corpus,
  type CorpusRecord,
  createCheckScenario,
  decodeRecord,
  type MutantOperator,
  type ProgramMutant,
  replaceWords,
} from '../../../stimulus/index.js';
import { getRuleClass, type RuleId, type Scenario, setting } from '../../../transactions/index.js';

/** A mutant's result. */
export interface ProgramMutantResult {
  readonly operator: string;
  readonly program: string;
  readonly pc: number;
  /** `misjudged` if only rules of the wrong classes detected the mutant. */
  readonly outcome: 'killed' | 'equivalent' | 'misjudged' | 'survived';
  /**
   * The distinct rules that it violated: first those found on its paths without running it, then those that
   * fired in its scenes.
   */
  readonly rules: readonly RuleId[];
}

/** The root seed of all scenes. */
export const ROOT = { high: 0, low: 0x3117a275 };

/** Maximum number of cycles for a scene. */
const MAX_CYCLES = 2_000_000;

/** Returns the error-severity rules that some path through a program violates, without running it. */
export function findPathViolations(record: CorpusRecord): readonly RuleId[] {
  const register = record.abi.args.find(({ name }) => name === 'pops_collision_wave_id')?.reg;
  const { findings } = examine(decodeRecord(record).decoded, register);
  return [...findings.keys()].filter((rule) => findRule(rule)?.severity === 'error');
}

/**
 * Checks one mutant of a clean program by its paths, then on scenes, and finally by the operator's
 * equivalence check. As in `check`, each variant runs on up to `scenes` scenes. Scenes continue after the
 * first kill as long as only one rule has detected the mutant, to find out whether another one does.
 */
export function checkMutant(
  record: CorpusRecord,
  operator: MutantOperator,
  mutant: ProgramMutant,
  corpus: Corpus,
  scenes: number,
): ProgramMutantResult {
  const mutated = replaceWords(record, mutant.words);
  const isExpected = (rule: RuleId): boolean =>
    operator.classes.some((ruleClass) => ruleClass === getRuleClass(rule));
  const findErrors = (program: CorpusRecord, scene: number): readonly RuleId[] => {
    const variant = program.variants[scene % program.variants.length]!;
    const seed = deriveTestSeed(ROOT, record.id, scene);
    const original = createCheckScenario({ record: program, variant, corpus, seed, scene });
    const scenario = operator.needsStaleCaches === true ? withStaleCaches(original) : original;
    const { violations } = runScenarioTest(scenario, { cycles: MAX_CYCLES }).verdict;
    return violations.filter(({ severity }) => severity === 'error').map(({ rule }) => rule as RuleId);
  };
  const found = new Set(findPathViolations(mutated));
  const runs = scenes * record.variants.length;
  for (let scene = 0; scene < runs && !(found.size > 1 && [...found].some(isExpected)); scene++) {
    const fired = findErrors(mutated, scene);
    // Rules that the original program also violates in this scene do not count.
    const originalRules = fired.length === 0 ? [] : findErrors(record, scene);
    for (const rule of fired) if (!originalRules.includes(rule)) found.add(rule);
  }
  const rules = [...found];
  return { operator: operator.name, program: record.id, pc: mutant.pc, outcome: getOutcome(), rules };

  function getOutcome(): ProgramMutantResult['outcome'] {
    if (rules.length > 0) return rules.some(isExpected) ? 'killed' : 'misjudged';
    return mutant.equivalence?.() === undefined ? 'survived' : 'equivalent';
  }
}

/** Returns the scenario with caches that may keep stale lines, and with the section's objects declared coherent. */
function withStaleCaches(scenario: Scenario): Scenario {
  const ordered = scenario.ordered.map((memory) => ({ ...memory, coherent: true }));
  return { ...scenario, ordered, freedoms: { ...scenario.freedoms, caches: setting('caches', 'stale') } };
}
