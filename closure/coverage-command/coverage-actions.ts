import {
  type BinRow,
  COVERAGE_MODEL,
  type CoverageData,
  type CoverageModel,
  compareCoverage,
  findCheapestHoles,
  findCrossHoles,
  findHoles,
  formatPercentage,
  getBinRows,
  summariseCoverage,
  withoutUnknownGroups,
} from '../../coverage/index.js';
import { makeUnknownNameError } from '../../harness/basics/index.js';
import {
  isRunDirectory,
  readCoverage,
  readMergedCoverage,
  reportOnRun,
  writeCoverage,
} from '../../harness/run-directory/index.js';
import {
  EXIT,
  type ExitCode,
  getTableWidth,
  printJson,
  printNote,
  printResult,
  RESULTS,
} from '../../harness/terminal/index.js';
import { UsageError } from '../../transactions/index.js';
import { runAim } from '../aim/coverage-aim.js';
import { formatAimCommand, formatImportantHoles, listImportantHoles } from '../aim/important-holes.js';
import {
  type CoverageOptions,
  formatFirstHitCommand,
  readCheckedWaivers,
} from '../coverage/coverage-options.js';
import { describeChangedGroups, formatCoverage, formatCovergroup } from '../coverage/coverage-text.js';
import { formatHoles } from '../coverage/holes-text.js';
import { findRunChanges, formatRunChanges, type RunChanges } from '../coverage/run-changes.js';
import { rank } from '../rank/coverage-rank.js';
import { formatDifference } from '../rank/difference-text.js';
import { exportCoverage } from './coverage-export.js';

/** Runs an action of `coverage` on its arguments and options. */
type Action = (paths: readonly string[], options: CoverageOptions) => ExitCode;

/** The actions of `coverage`, by name. */
export const COVERAGE_ACTIONS = {
  merge: exitWithOk(merge),
  show: exitWithOk(show),
  holes: exitWithOk(showHoles),
  aim: runAim,
  rank: exitWithOk((paths, options) => rank(readWithNotes(paths), paths, options)),
  diff: exitWithOk(diff),
  export: exitWithOk((paths, options) => exportCoverage(readWithNotes(paths), options)),
} as const satisfies Record<string, Action>;

/** Wraps a function that returns no exit code as an action that always exits with 0. */
function exitWithOk(action: (paths: readonly string[], options: CoverageOptions) => void): Action {
  return (paths, options) => {
    action(paths, options);
    return EXIT.OK;
  };
}

/** Reads and merges coverage, and notes which covergroups are not counted because their definitions changed. */
function readWithNotes(paths: readonly string[]): CoverageData {
  const data = readMergedCoverage(paths);
  const changed = describeChangedGroups(summariseCoverage(data));
  if (changed !== undefined) printNote(`Ignored the ${changed}`);
  return data;
}

function merge(paths: readonly string[], { out, json }: CoverageOptions): void {
  if (out === undefined) throw new UsageError('Missing --out: coverage merge needs a file to write');
  const merged = readMergedCoverage(paths);
  writeCoverage(out, merged);
  if (json === true) printJson({ file: out, ...summariseCoverage(merged) });
  else printResult(`${formatCoverage(merged)}\n${out}`);
}

function show(paths: readonly string[], options: CoverageOptions): void {
  const { group, json } = options;
  const data = group === undefined ? readMergedCoverage(paths) : readWithNotes(paths);
  const { model } = readCheckedWaivers(options.waivers, data);
  if (group !== undefined) showGroup(data, group, model, json);
  else if (json === true) printJson(summariseCoverage(data, model));
  else printResult([formatCoverage(data, model), ...formatWaiverNote(options, data, model)].join('\n'));
}

/** Returns a line describing the effect of the waivers, if any. */
function formatWaiverNote({ waivers }: CoverageOptions, data: CoverageData, model: CoverageModel): string[] {
  if (waivers === undefined) return [];
  const [before, after] = [summariseCoverage(data), summariseCoverage(data, model)];
  return [`bins waived: ${before.total - after.total} (${formatPercentage(before.percent)} without waivers)`];
}

function checkGroup(group: string): void {
  const names = COVERAGE_MODEL.groups.map(({ covergroup }) => covergroup.name);
  if (!names.includes(group)) throw makeUnknownNameError('covergroup', group, names);
}

function showGroup(data: CoverageData, group: string, model: CoverageModel, json: boolean | undefined): void {
  checkGroup(group);
  const rows = getBinRows(data, model).filter((row) => row.group === group);
  if (json === true) printJson(rows.map((row) => ({ ...row, repro: formatFirstTest(row) ?? null })));
  else printResult(formatCovergroup(data, group, formatFirstTest, model));
}

/** Maximum number of holes described one by one. */
const MAX_IMPORTANT = 5;

function showHoles(paths: readonly string[], options: CoverageOptions): void {
  const { group, json, all = false } = options;
  if (group !== undefined) checkGroup(group);
  const data = readWithNotes(paths);
  const waived = readCheckedWaivers(options.waivers, data).model;
  const groups = waived.groups.filter(({ covergroup }) => group === undefined || covergroup.name === group);
  const model = withoutUnknownGroups(data, { ...waived, groups });
  const important = listImportantHoles(data, model, MAX_IMPORTANT);
  if (json === true) {
    const cheapest = findCheapestHoles(data, summariseCoverage(data, model).tests.passed, model);
    printJson({ crosses: findCrossHoles(data, model), bins: findHoles(data, model), cheapest, important });
    return;
  }
  const width = getTableWidth(RESULTS);
  printResult(
    formatHoles(data, { model, all, width, important: formatImportantHoles(important, paths, width) }),
  );
  if (important.length > 0)
    printNote(
      `To search for tests that hit all holes: ${formatAimCommand(group === undefined ? '*' : `${group}/*`, paths)} --time 10m --out closing.json`,
    );
}

function diff(paths: readonly string[], { json }: CoverageOptions): void {
  const [before, after] = paths;
  if (before === undefined || after === undefined || paths.length > 2) {
    throw new UsageError(`Invalid coverage diff: expected two paths, got ${paths.length}`);
  }
  const difference = compareCoverage(readCoverage(before), readCoverage(after));
  const changes = compareRuns(before, after);
  if (json === true) printJson({ ...difference, ...(changes === undefined ? {} : { changes }) });
  else printResult([formatDifference(difference), ...formatChanges(changes)].join('\n'));
}

/** Returns the changes between two runs, or undefined if either path is not a run directory. */
function compareRuns(before: string, after: string): RunChanges | undefined {
  if (![before, after].every(isRunDirectory)) return undefined;
  return findRunChanges(reportOnRun(before), reportOnRun(after));
}

/** Describes all changes except those to bins, which `formatDifference` lists. */
function formatChanges(changes: RunChanges | undefined): string[] {
  return changes === undefined
    ? []
    : ['', ...formatRunChanges({ ...changes, changed: [], won: [], lost: [], missed: 0 }).slice(0, -2)];
}

function formatFirstTest({ passed }: BinRow): string | undefined {
  return passed.first === undefined ? undefined : formatFirstHitCommand(passed.first);
}
