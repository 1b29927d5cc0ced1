import { getOrCreate } from '../../../../checkers/evidence/basics/default-map.js';
import { examine, findRule } from '../../../../checkers/index.js';
import { deriveTestSeed } from '../../../../harness/basics/index.js';
import { runScenarioTest } from '../../../../harness/one-test/index.js';
import { checkProgram } from '../../../../intake/check/check-program.js';
import { programFromRecord } from '../../../../stimulus/driver/program.js';
import { formatCorpusWord } from '../../../../stimulus/driver/words.js';
import { type Corpus, type CorpusRecord, createCheckScenario } from '../../../../stimulus/index.js';
import { decodeForEditing, type EditedProgram } from '../../../../stimulus/programs/edit.js';
import {
  formatSeed,
  getRuleClass,
  type RuleId,
  type Scenario,
  setting,
} from '../../../../transactions/index.js';
import type { ProgramMutant, ProgramOperator } from '../program-operators.js';

/** The result of checking a mutant. */
export interface ProgramMutantResult {
  /** `misjudged` if only rules of the wrong classes detected the mutant. */
  readonly outcome: 'killed' | 'misjudged' | 'survived';
  /**
   * The distinct rules that the mutant violated: first those found by analysing its paths, then those that fired
   * in its scenes.
   */
  readonly rules: readonly RuleId[];
}

/** The root seed of all scenes. */
const ROOT_SEED = { high: 0, low: 0x3117a275 };

/** The rules that clean programs violate, by record, scene and whether caches are stale: many mutants have one original. */
const ORIGINAL_ERRORS = new Map<string, readonly RuleId[]>();

/** Maximum number of cycles for a scene. */
const MAX_CYCLES = 2_000_000;

/** Decodes a record's main part and epilog for operators. */
export function decodeRecord(record: CorpusRecord): EditedProgram {
  const { words, epilog } = programFromRecord(record);
  return decodeForEditing(words, record.gfx, record.wave, epilog);
}

/** Replaces the words of a record's main part, and adjusts its code size. */
function replaceWords(record: CorpusRecord, words: readonly number[]): CorpusRecord {
  const addedBytes = 4 * (words.length - programFromRecord(record).words.length);
  const { stats } = record;
  return {
    ...record,
    ...(stats?.code_bytes === undefined
      ? {}
      : { stats: { ...stats, code_bytes: stats.code_bytes + addedBytes } }),
    instructions: [{ pc: 0, words: words.map(formatCorpusWord) }],
  };
}

/** Returns the error-severity rules that a program violates on any of its paths. Does not run the program. */
export function findPathViolations(record: CorpusRecord): readonly RuleId[] {
  const register = record.abi.args.find(({ name }) => name === 'pops_collision_wave_id')?.reg;
  const { findings } = examine(decodeRecord(record).decoded, register);
  return [...findings.keys()].filter((rule) => findRule(rule)?.severity === 'error');
}

/**
 * Checks one mutant of a clean program: first its paths and then, as in `check`, each variant on up to `scenes` scenes,
 * until several rules have detected the mutant, including one of an expected class.
 */
export function checkMutant(
  record: CorpusRecord,
  operator: ProgramOperator,
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
    const key = `${record.id} ${scene} ${operator.needsStaleCaches}`;
    const originalRules =
      firedRules.length === 0 ? [] : getOrCreate(ORIGINAL_ERRORS, key, () => findErrors(record, scene));
    for (const rule of firedRules) if (!originalRules.includes(rule)) allRules.add(rule);
  }
  const rules = [...allRules];
  if (rules.length === 0) return { outcome: 'survived', rules };
  return { outcome: rules.some(isExpected) ? 'killed' : 'misjudged', rules };
}

/** Returns the scenario with caches that may keep stale lines, and with the section's objects declared coherent. */
function withStaleCaches(scenario: Scenario): Scenario {
  const ordered = scenario.ordered.map((memory) => ({ ...memory, coherent: true }));
  return { ...scenario, ordered, freedoms: { ...scenario.freedoms, caches: setting('caches', 'stale') } };
}

/** Runs `check` on a variation of a program's first variant, and returns the verdict and the rules of its errors. */
export function checkVariation(
  record: CorpusRecord,
  { words }: ProgramMutant,
  corpus: Corpus,
  scenes: number,
): readonly string[] {
  const { id, gfx, variants } = record;
  const variedRecord = { ...replaceWords(record, words), variants: [variants[0]!] };
  const subject = { id, gfx, file: id, record: variedRecord, assumed: [] };
  const { verdict, violations } = checkProgram(
    subject,
    { seeds: scenes, seed: formatSeed(ROOT_SEED) },
    corpus,
  );
  const errors = violations.filter(({ violation }) => violation.severity === 'error');
  return [verdict, ...errors.map(({ violation }) => violation.rule)];
}
