import { examine, findRule } from '../../../../checkers/index.js';
import { deriveTestSeed } from '../../../../harness/basics/index.js';
import { runScenarioTest } from '../../../../harness/one-test/index.js';
import { checkProgram } from '../../../../intake/check/check-program.js';
import {
  type Corpus,
  type CorpusRecord,
  createCheckScenario,
  decodeRecord,
  type MutantOperator,
  type ProgramMutant,
  type ProgramVariation,
  replaceWords,
} from '../../../../stimulus/index.js';
import {
  formatSeed,
  getRuleClass,
  type RuleId,
  type Scenario,
  setting,
} from '../../../../transactions/index.js';

/** The result of checking a mutant. */
export interface ProgramMutantResult {
  readonly operator: string;
  readonly program: string;
  readonly pc: number;
  /** `misjudged` if only rules of the wrong classes detected the mutant. */
  readonly outcome: 'killed' | 'equivalent' | 'misjudged' | 'survived';
  /**
   * The distinct rules that the mutant violated: first those found by analysing its paths, then those that fired
   * in its scenes.
   */
  readonly rules: readonly RuleId[];
}

/** The root seed of all scenes. */
const ROOT_SEED = { high: 0, low: 0x3117a275 };

/** Maximum number of cycles for a scene. */
const MAX_CYCLES = 2_000_000;

/** Returns the error-severity rules that a program violates on any of its paths. Does not run the program. */
export function findPathViolations(record: CorpusRecord): readonly RuleId[] {
  const register = record.abi.args.find(({ name }) => name === 'pops_collision_wave_id')?.reg;
  const { findings } = examine(decodeRecord(record).decoded, register);
  return [...findings.keys()].filter((rule) => findRule(rule)?.severity === 'error');
}

/**
 * Checks one mutant of a clean program: first its paths and then its scenes. If no rule detects it, runs the operator's
 * equivalence check. As in `check`, each variant runs on up to `scenes` scenes. Stops early only once several rules
 * have detected the mutant, including one of an expected class.
 */
export function checkMutant(
  record: CorpusRecord,
  operator: MutantOperator,
  mutant: ProgramMutant,
  corpus: Corpus,
  scenes: number,
): ProgramMutantResult {
  const mutatedRecord = replaceWords(record, mutant.words);
  const isExpected = (rule: RuleId): boolean =>
    operator.classes.some((ruleClass) => ruleClass === getRuleClass(rule));
  const findErrors = (program: CorpusRecord, scene: number): readonly RuleId[] => {
    const variant = program.variants[scene % program.variants.length]!;
    const seed = deriveTestSeed(ROOT_SEED, record.id, scene);
    const original = createCheckScenario({ record: program, variant, corpus, seed, scene });
    const scenario = operator.needsStaleCaches === true ? withStaleCaches(original) : original;
    const { violations } = runScenarioTest(scenario, { cycles: MAX_CYCLES }).verdict;
    return violations.filter(({ severity }) => severity === 'error').map(({ rule }) => rule as RuleId);
  };
  const allRules = new Set(findPathViolations(mutatedRecord));
  const runs = scenes * record.variants.length;
  for (let scene = 0; scene < runs && !(allRules.size > 1 && [...allRules].some(isExpected)); scene++) {
    const firedRules = findErrors(mutatedRecord, scene);
    // Rules that the original program also violates in this scene do not count.
    const originalRules = firedRules.length === 0 ? [] : findErrors(record, scene);
    for (const rule of firedRules) if (!originalRules.includes(rule)) allRules.add(rule);
  }
  const rules = [...allRules];
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

/**
 * Runs `check` on a variation of a program's first variant, and returns the verdict and the rules of its errors.
 * Returns undefined if the variation does not apply to the program.
 */
export function checkVariation(
  record: CorpusRecord,
  variation: ProgramVariation,
  corpus: Corpus,
  scenes: number,
): { readonly verdict: string; readonly rules: readonly RuleId[] } | undefined {
  const words = variation.vary(decodeRecord(record));
  if (words === undefined) return undefined;
  const { id, gfx, variants } = record;
  const variedRecord = { ...replaceWords(record, words), variants: [variants[0]!] };
  const subject = { id, gfx, file: id, record: variedRecord, assumed: [] };
  const { verdict, violations } = checkProgram(
    subject,
    { seeds: scenes, seed: formatSeed(ROOT_SEED) },
    corpus,
  );
  const errors = violations.filter(({ violation }) => violation.severity === 'error');
  const rules = errors.map(({ violation }) => violation.rule as RuleId);
  return { verdict, rules };
}
