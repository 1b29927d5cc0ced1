export { ARGUMENTS, type ArgumentRow } from '../stimulus/index.js';
export { takeAttachment } from './attachments.js';
export { type Batch, type BatchResult, type Incident, runBatch } from './batch.js';
export { type CheckRequest, checkFiles } from './check/check-files.js';
export type { UnreadableFile } from './check/check-inputs.js';
export { type CheckViolation, checkProgram, type ProgramVerdict } from './check/check-program.js';
export type { CheckPlan } from './check/check-runs.js';
export type { Expectation, ExpectationResult } from './check/expectations.js';
export type { Hollow, HollowName, PassValue } from './check/pass-value.js';
export type { BranchWay, PathCover } from './check/path-cover.js';
export type { UnjudgedRule } from './check/unjudged-rules.js';
export type { CheckCounts, ComparedMemory, UncheckedRule } from './check-counts.js';
export { checkTrace, TraceJudge, type TraceVerdict } from './check-trace/check-trace.js';
export { readChipName } from './chip-names.js';
export { openCorpus } from './corpus-files.js';
export { type CostlyTest, costliestTests } from './costly-tests.js';
export { readCoverage, readMergedCoverage, writeCoverage } from './coverage-files.js';
export { earlierFailures } from './earlier-failures.js';
export { earlierRun } from './earlier-run.js';
export { readEvents } from './event-log.js';
export { type ExecRequest, type ExecResult, execScene } from './exec.js';
export { failedTests } from './failed-tests.js';
export type { FaultEffect } from './fault-effect.js';
export { fileErrorText } from './file-errors.js';
export { errorFinding, type Finding, type Outcome } from './finding.js';
export { firstHitLine } from './first-hit.js';
export { checkFixedKnobs } from './fixed-knobs.js';
export { matchesGlob } from './glob.js';
export {
  type GoldenCount,
  type GoldenFinding,
  type GoldenMismatch,
  type GoldenRequest,
  type GoldenResult,
  type GoldenWatch,
  goldenTargets,
  runGolden,
  selectGolden,
} from './golden.js';
export { parseGoldenCases } from './golden-cases.js';
export { type GoldenCase, readGolden, writeGoldenBuffers } from './golden-files.js';
export type { GoldenPixel } from './golden-pixel.js';
export type { GoldenTarget } from './golden-run.js';
export { requireDatabasePath } from './history/database-path.js';
export {
  type History,
  type HistoryBucket,
  type RunFigures,
  readHistory,
  type Trend,
} from './history/history.js';
export { HISTORY_FILE, openHistory, RUNS_FOLDER, rebuildHistory, recordRun } from './history/index-runs.js';
export { InfrastructureError } from './infrastructure-error.js';
export { bytesMax, raiseLimits, tooLarge } from './input/limits.js';
export { readInput } from './input/read-input.js';
export { INPUT_READERS, type InputReader } from './input-readers.js';
export { formatKnobSettings, isKnobValue, knobDomain, knobValues, parseKnobSettings } from './knob-values.js';
export { type KnownIssue, knownIssueOf, readKnownIssues } from './known-issues.js';
export { callsLimited, type LimitedResult } from './limited-call.js';
export { describeHost, type Manifest, readManifest } from './manifest.js';
export { type CellOutcome, forbiddenCells, type MatrixResult, matrixResults } from './matrix-results.js';
export { mergeRuns } from './merge-runs.js';
export type { Model } from './model.js';
export { nearestName, unknownName } from './nearest-name.js';
export { oneLine } from './one-line.js';
export type { Failure } from './one-test.js';
export { packageRoot, packageVersion } from './package-root.js';
export { isRunDirectory, openPastRun, type PastRun } from './past-run.js';
export { type PlannedTest, planTests } from './plan.js';
export { planPart } from './plan-part.js';
export { createPool, DEFAULT_LIMITS, type TestLimits } from './pool.js';
export type { CleanWaves, FalsePositive } from './qualify/clean-waves.js';
export { type KillRow, killMatrixFile, readKillMatrix, updateKillMatrix } from './qualify/kill-matrix.js';
export { type KillingPower, killingPower } from './qualify/killing-power.js';
export { killingRules } from './qualify/killing-rules.js';
export { type Qualification, type QualifyRequest, type QualifyWatch, qualify } from './qualify/qualify.js';
export { type FaultPlan, type FaultVerdict, qualifyFault } from './qualify/qualify-fault.js';
export { parseQueueAddress } from './queue/queue-address.js';
export { type QueueKey, readQueueKey } from './queue/queue-key.js';
export { serveQueue } from './queue/serve-queue.js';
export { type CoverageRanking, rankCoverage } from './rank-coverage.js';
export { type ReplayOptions, type ReplayResult, replayScenario } from './replay.js';
export { openSuiteOfReplay, type ReplaySource, resolveReplay } from './replay-source.js';
export { type Resumption, reportOf, resumeRun } from './resume-run.js';
export type { RuleCounts, RuleTotals } from './rule-counts.js';
export type { RunEnd, RunEvent } from './run-event.js';
export { FAILURE_FILES, failureFolder } from './run-files.js';
export {
  type RunReport,
  type RunRequest,
  type RunStart,
  type RunWatch,
  requestOf,
  type Shard,
} from './run-request.js';
export { runSuite } from './run-suite.js';
export {
  generateTest,
  type RunOptions,
  runScenarioTest,
  runTest,
  type TestRequest,
  type TestResult,
} from './run-test.js';
export type { ScenarioRepeats } from './scenario-census.js';
export { scenarioHash } from './scenario-hash.js';
export { freshSeed, readSeed, testSeed } from './seeds.js';
export {
  chipsFor,
  defaultCount,
  findSequence,
  findSuite,
  NO_OVERRIDES,
  type Overrides,
  selectSequences,
  type WeightedSequence,
} from './selection.js';
export { shellWord } from './shell-word.js';
export type { ScenarioSize } from './shrink/scenario-size.js';
export {
  type ShrinkOptions,
  type ShrinkResult,
  type ShrunkCase,
  shrinkScenario,
  shrinkTest,
} from './shrink/shrink.js';
export { simplerScenarios } from './shrink/simpler-scenarios.js';
export { readFailure, type StoredFailure } from './stored-failure.js';
export { withStrategy } from './strategy.js';
export { nameSuiteFile, openSuite, openSuiteOfRun } from './suite-files/opened-suites.js';
export { isSuiteFile, suiteFileOf } from './suite-files/suite-file.js';
export type { Bucket, Tally } from './tally.js';
export { formatTestName, parseTestId, parseTestName, reproLine, type TestName, testId } from './test-name.js';
export { isDueIn, STAGES, type Stage } from './testplan/stages.js';
export { readStatements, type Statement } from './testplan/statements.js';
export {
  type StageProgress,
  type StatementStatus,
  type Testplan,
  type TestplanRow,
  testplan,
} from './testplan/testplan.js';
export { isFromStart, testsOfRun } from './tests-of-run.js';
export { within } from './time-limit.js';
export type { BucketForm } from './triage/bucket-form.js';
export { shrinkBuckets, withForms } from './triage/bucket-forms.js';
export type { TestUnderWay } from './under-way.js';
export { type AppliedWaiver, NO_WAIVERS, readWaivers, type Waiver, type Waivers } from './waivers.js';
export { castOf, type Witness, witnessSink } from './witness.js';
export { writeWhole } from './write-whole.js';
