import { createHash } from 'node:crypto';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findRule } from '../../checkers/index.js';
import { formatKnownIssue, type KnownIssue } from '../../harness/records/index.js';
import type { RuleId, Severity } from '../../transactions/index.js';
import type { CheckRepro } from './check-document.js';
import type { UnreadableFile } from './check-files.js';
import type { ProgramVerdict } from './check-program.js';
import { PASS_WEAKNESSES, type WeaknessName } from './check-schema.js';
import type { CheckViolation } from './findings.js';

/** The result of a check, as input for `buildSarifLog`. */
export interface SarifInput {
  readonly programs: readonly ProgramVerdict[];
  readonly unreadable: readonly UnreadableFile[];
  readonly repro: CheckRepro;
  /** Whether a pass's weaknesses count as failures. */
  readonly strict: boolean;
  readonly version: string;
  /** The folder that paths are relative to. */
  readonly folder: string;
}

/** A result without its `ruleIndex`, which depends on all rules in the log. */
interface Result {
  readonly ruleId: RuleId | WeaknessName;
  readonly level: Severity;
  readonly message: { readonly text: string };
  readonly [key: string]: unknown;
}

/**
 * Converts the findings of a check to SARIF 2.1.0 for code-scanning pages (formats.md 7). Results are violations, each
 * at its line in the user's source if known; weaknesses of a pass, with the weakness name as the rule; and expected
 * rules that did not fire. Findings expected by comments in the source are marked as suppressed in source. Files and
 * programs that could not be judged are notifications.
 */
export function buildSarifLog(input: SarifInput): unknown {
  const { programs, unreadable, version } = input;
  const results = programs.flatMap((program) => createResults(program, input));
  const ruleIds = [...new Set(results.map(({ ruleId }) => ruleId))].sort();
  const notifications = createNotifications(input);
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'pops-tb', version, rules: ruleIds.map(createRuleDescriptor) } },
        columnKind: 'utf16CodeUnits',
        invocations: [
          {
            executionSuccessful: unreadable.length === 0,
            toolExecutionNotifications: notifications.length === 0 ? undefined : notifications,
          },
        ],
        results: results.map((result) => ({ ...result, ruleIndex: ruleIds.indexOf(result.ruleId) })),
      },
    ],
  };
}

function createRuleDescriptor(id: RuleId | WeaknessName): unknown {
  if (isWeaknessName(id))
    return {
      id,
      shortDescription: { text: PASS_WEAKNESSES[id] },
      defaultConfiguration: { level: 'warning' },
    };
  const rule = findRule(id)!;
  return {
    id,
    shortDescription: { text: rule.text },
    defaultConfiguration: { level: rule.severity },
  };
}

function createResults(program: ProgramVerdict, input: SarifInput): Result[] {
  const warning = input.strict ? 'error' : 'warning';
  return [
    ...program.violations.map((found) => createViolationResult(program, found, input)),
    ...program.weaknesses.map(({ name, text, line, known }) => ({
      ...createResult(
        program,
        { ruleId: name, level: warning, text, line, fingerprint: ['warning', ''] },
        input,
      ),
      ...suppress(known),
    })),
    ...(program.expected?.missing ?? []).map((ruleId) => {
      const text = `${ruleId} is expected by the source but did not fire.`;
      return createResult(program, { ruleId, level: 'error', text, fingerprint: ['expectation', ''] }, input);
    }),
  ];
}

/** A finding's fields in its result; `fingerprint` tells it from others of its rule in the same program. */
interface ResultParts extends Pick<Result, 'ruleId' | 'level'> {
  readonly text: string;
  readonly line?: number | undefined;
  readonly fingerprint: readonly string[];
}

function createResult(
  program: ProgramVerdict,
  { ruleId, level, text, line, fingerprint }: ResultParts,
  input: SarifInput,
): Result {
  return {
    ruleId,
    level,
    message: { text },
    locations: [createLocation(program, input, line)],
    partialFingerprints: { 'popsBucket/v1': computeFingerprint(program, ruleId, ...fingerprint) },
  };
}

function isWeaknessName(id: RuleId | WeaknessName): id is WeaknessName {
  return Object.hasOwn(PASS_WEAKNESSES, id);
}

function createViolationResult(program: ProgramVerdict, found: CheckViolation, input: SarifInput): Result {
  const { violation, variant, scene, line, known } = found;
  const { rule, severity, allowed, observed, hint, steps, place, unit } = violation;
  const text = `${allowed} ${observed} ${hint}`;
  const fingerprint = [unit, place.instruction ?? ''];
  const isExpected =
    program.expected !== undefined && !program.expected.unexpected.includes(rule) && severity === 'error';
  return {
    ...createResult(
      program,
      {
        ruleId: rule,
        level: input.strict && program.expected === undefined ? 'error' : severity,
        text,
        line,
        fingerprint,
      },
      input,
    ),
    ...(isExpected
      ? { suppressions: [{ kind: 'inSource', justification: 'Expected by a comment in the source.' }] }
      : suppress(known)),
    properties: { repro: input.repro(program, variant, scene), steps, pc: place.pc, wave: place.wave },
  };
}

function suppress(known: KnownIssue | undefined) {
  return known === undefined
    ? {}
    : { suppressions: [{ kind: 'external', justification: formatKnownIssue(known) }] };
}

function createLocation(
  { file, id }: ProgramVerdict,
  { folder }: SarifInput,
  line: number | undefined,
): unknown {
  return {
    physicalLocation: {
      artifactLocation: { uri: toUri(file, folder) },
      region: line === undefined ? undefined : { startLine: line },
    },
    logicalLocations: [{ fullyQualifiedName: id, kind: 'function' }],
  };
}

/** Returns a relative reference for a path below the folder, and an absolute one otherwise (e.g. on another drive). */
function toUri(file: string, folder: string): string {
  const path = relative(folder, resolve(folder, file));
  if (path.startsWith('..') || path === '' || isAbsolute(path))
    return pathToFileURL(resolve(folder, file)).href;
  return path.split(sep).map(encodeURIComponent).join('/');
}

/** Returns a fingerprint that identifies a defect across runs. Omits seeds, cycles and locations in the code. */
function computeFingerprint(program: ProgramVerdict, ...parts: readonly string[]): string {
  const text = [program.gfx, program.id.split(sep).at(-1)!, ...parts].join('\n');
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

function createNotifications({ programs, unreadable, folder }: SarifInput): unknown[] {
  const files = unreadable.map(({ file, reason }) => ({ file, level: 'error', text: reason }));
  const unjudged = programs.flatMap(({ file, id, verdict, reason }) =>
    verdict === 'unsupported' || verdict === 'vacuous'
      ? [{ file, level: 'warning', text: `${id} is ${verdict}: ${reason}` }]
      : [],
  );
  return [...files, ...unjudged].map(({ file, level, text }) => ({
    level,
    message: { text },
    locations: [{ physicalLocation: { artifactLocation: { uri: toUri(file, folder) } } }],
  }));
}
