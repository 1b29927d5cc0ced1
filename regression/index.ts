export { findRule, RULES, type Rule } from '../checkers/index.js';
export { ARGUMENTS, type ArgumentRow, MATRIX_SUITE, NIGHTLY_SUITE } from '../stimulus/index.js';
export { type Aimed, type AimSource, aim } from './aim/aim.js';
export { type AimedHole, type AimedHoles, aimAtHoles } from './aim/aim-at-holes.js';
export { featureText } from './aim/feature-text.js';
export { type HoleCost, type HoleWay, holeWays, type StepReached } from './aim/hole-ways.js';
export { knownTests } from './aim/known-tests.js';
export type { StepMovers } from './aim/step-movers.js';
export { aimTarget } from './aim/target.js';
export { Afterwards } from './basics/afterwards.js';
export { today } from './basics/calendar.js';
export { COLOUR_MARK } from './basics/colour-mark.js';
export { isOfCommand } from './basics/error-text.js';
export { fileErrorText } from './basics/file-errors.js';
export { matchesGlob } from './basics/glob.js';
export { InfrastructureError } from './basics/infrastructure-error.js';
export {
  formatKnobSettings,
  isKnobValue,
  knobDomain,
  knobValues,
  parseKnobSettings,
} from './basics/knob-values.js';
export { unknownName } from './basics/nearest-name.js';
export { oneLine } from './basics/one-line.js';
export { ownPackage, packageRoot, packageVersion } from './basics/package-root.js';
export { RANGES, type Range } from './basics/ranges.js';
export { aloneFile, FAILURE_FILES, failureFolder, PLAN_FILE, TRACE_NAME } from './basics/run-files.js';
export { freshSeed, readSeed, testSeed } from './basics/seeds.js';
export { shellWord } from './basics/shell-word.js';
export { within } from './basics/time-limit.js';
export { type CheckRequest, checkFiles } from './check/check-files.js';
export type { UnreadableFile } from './check/check-inputs.js';
export { checkProgram, type ProgramVerdict } from './check/check-program.js';
export type { CheckPlan } from './check/check-runs.js';
export type { CheckViolation } from './check/check-violation.js';
export type { BranchWay } from './check/code-graph.js';
export type { ExpectationResult } from './check/expectations.js';
export type { Hollow, HollowName, PassValue } from './check/pass-value.js';
export type { PathCover } from './check/path-cover.js';
export type { UnjudgedRule } from './check/unjudged-rules.js';
export type { UnreachedBlock } from './check/unreached-blocks.js';
export { checkTrace } from './check-trace/check-trace.js';
export { type FittedFreedom, type FreedomFit, fitFreedoms } from './check-trace/fit-freedoms.js';
export type { RuleOfTrace } from './check-trace/rules-of-trace.js';
export { readRequired } from './check-trace/trace-demands.js';
export { TraceJudge, type TraceOptions, type TraceVerdict } from './check-trace/trace-judge.js';
export type { TraceRequest } from './check-trace/trace-worker.js';
export {
  type CosimResult,
  type CosimTest,
  cosimTest,
  modelWith,
  type ShrunkCosim,
  shrinkCosim,
} from './cosim/cosim-test.js';
export { type DesignCommand, LiveDesign } from './cosim/live-design.js';
export { storeCosimFailure, storeShrunkCosim, violationCycle } from './cosim/store-failure.js';
export { KNOWN_PROCESSORS } from './elf/processors.js';
export { type ExecRequest, type ExecResult, execScene } from './exec/exec.js';
export { nameOfScene } from './explore/compared-scenes.js';
export { inEvents } from './explore/event-numbers.js';
export { type Explored, exploreInTurns, RANDOM_ORDERS } from './explore/explore.js';
export type { ExploreFinding } from './explore/explore-finding.js';
export { isStale, PROOF_SCENES, type Proof, proofOf, readProofs, writeProofs } from './explore/proofs.js';
export { hasSameClock, needsSameClock } from './explore/same-cycle.js';
export { replacedScene, scenarioOfScene, sceneToExplore } from './explore/scene-to-explore.js';
export { neverCompared, notCovered, WAVES_COMPARED } from './explore/scope.js';
export { describedScene } from './explore/small-scene.js';
export { type WithinRanges, withinRanges } from './explore/within-ranges.js';
export { type ExportedScenario, exportScenario } from './export-scenario/export-scenario.js';
export type { Config, OptionValue, RunDefaults } from './extension/config.js';
export type { EndedRun, Extension, Reporter } from './extension/extension.js';
export { configFile, openConfig } from './extension/opened-config.js';
export { ownReporters, ownSequences } from './extension/own-extensions.js';
export { parseGoldenCases } from './golden/golden-cases.js';
export { type GoldenCase, readGolden, writeGoldenBuffers } from './golden/golden-files.js';
export type { GoldenPixel } from './golden/golden-pixel.js';
export type { GoldenTarget } from './golden/golden-run.js';
export type { HistoryBug } from './history/bugs.js';
export { type History, type RunFigures, readHistory, type Trend } from './history/history.js';
export { type HistoryEntry, runDirectories } from './history/history-run.js';
export { openHistory, RUNS_FOLDER, recordRun } from './history/index-runs.js';
export { type Night, type NightSeries, readNights } from './history/nights.js';
export { bytesMax, raiseLimits, tooLarge } from './input/limits.js';
export { readInput } from './input/read-input.js';
export { INPUT_READERS, type InputReader, QUEUED_BATCH } from './input-readers.js';
export type { ComparedRun } from './limited/compared-run.js';
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
} from './limited/golden.js';
export type { BrokenReplay, Replayed, ReplayRequest } from './limited/replay.js';
export { triageRun } from './limited/triage-run.js';
export type { FaultEffect } from './one-test/fault-effect.js';
export type { Failure } from './one-test/one-test.js';
export { type ReplayOptions, type ReplayResult, replayScenario } from './one-test/replay.js';
export {
  generateTest,
  type RunOptions,
  runScenarioTest,
  runTest,
  type TestRequest,
  type TestResult,
} from './one-test/run-test.js';
export { type TracedLine, TraceLines, writeTrace } from './one-test/trace-lines.js';
export type { ChoicesOfRules, OtherChoice } from './one-test/unknown-choices.js';
export { checkOutFile } from './output/out-directory.js';
export { writeWhole } from './output/write-whole.js';
export { readChipName } from './programs/chip-names.js';
export { openCorpus } from './programs/corpus-files.js';
export type { Expectation } from './programs/expectations.js';
export type { CleanWaves, FalsePositive } from './qualify/clean-waves.js';
export { type KillRow, killMatrixFile, readKillMatrix, updateKillMatrix } from './qualify/kill-matrix.js';
export { type KillingPower, killingPower } from './qualify/killing-power.js';
export { killingRules } from './qualify/killing-rules.js';
export {
  type Qualification,
  type QualifyRequest,
  type QualifyWatch,
  qualify,
} from './qualify/qualify.js';
export { type FaultPlan, type FaultVerdict, qualifyFault } from './qualify/qualify-fault.js';
export { encodeOutcome, encodeTask } from './queue/batch-codec.js';
export { parseQueueAddress } from './queue/queue-address.js';
export { type QueueKey, readQueueKey } from './queue/queue-key.js';
export { serveQueue } from './queue/serve-queue.js';
export { type LeftOutBin, readLeftOutBins } from './reachability/left-out-bins.js';
export { takeAttachment } from './records/attachments.js';
export { binNames } from './records/bin-index.js';
export { firedErrors, inCauseOrder } from './records/cause-order.js';
export type { CheckCounts, ComparedMemory, UncheckedRule } from './records/check-counts.js';
export { type ClaimResult, claimResults, claimVerdicts } from './records/claim-counts.js';
export { writeCoverage } from './records/coverage-files.js';
export { DEVICE, type DeviceFinding, deviceLine } from './records/device-finding.js';
export {
  type ErrorOrigin,
  errorFinding,
  type Finding,
  isInternalError,
  NONDETERMINISM,
  type Outcome,
  originOf,
} from './records/finding.js';
export { checkFixedKnobs } from './records/fixed-knobs.js';
export { type KnownIssue, knownIssueOf, readKnownIssues } from './records/known-issues.js';
export { lineToPaste } from './records/line-to-paste.js';
export { describeHost, type Manifest, originText, readManifest } from './records/manifest.js';
export type { Model } from './records/model.js';
export { type PlannedTest, planTests } from './records/plan.js';
export type { RuleCounts, RuleTotals } from './records/rule-counts.js';
export { countsOfRule } from './records/rule-counts.js';
export type { ScenarioRepeats } from './records/scenario-census.js';
export { scenarioHash } from './records/scenario-hash.js';
export {
  chipsFor,
  defaultCount,
  findSequence,
  findSuite,
  NO_OVERRIDES,
  type Overrides,
  selectSequences,
  type WeightedSequence,
} from './records/selection.js';
export {
  formatTestName,
  parseTestId,
  parseTestName,
  reproLine,
  type TestName,
  testId,
} from './records/test-name.js';
export { type AppliedWaiver, NO_WAIVERS, readWaivers, type Waiver, type Waivers } from './records/waivers.js';
export { castOf, type Witness, witnessSink } from './records/witness.js';
export type { BucketForm } from './run/bucket-form.js';
export { earlierFailures } from './run/earlier-failures.js';
export { earlierRun } from './run/earlier-run.js';
export { readEvents } from './run/event-log.js';
export { failedTests, failedTestsOfGroup } from './run/failed-tests.js';
export { type FailureGroup, groupFailures } from './run/failure-groups.js';
export { firstHitLine } from './run/first-hit.js';
export { groupsOfRun, smallestFailure } from './run/groups-of-run.js';
export { changedFiles, unloggedNote, unloggedNoteOf, writeLogged } from './run/logged-files.js';
export { type CellOutcome, forbiddenCells, type MatrixResult, matrixResults } from './run/matrix-results.js';
export { mergeRuns } from './run/merge-runs.js';
export { isRunDirectory, openPastRun, type PastRun } from './run/past-run.js';
export {
  isPinnedSuite,
  type PinnedSuite,
  type PinnedSuiteDocument,
  pinnedSuite,
  readPinnedSuite,
} from './run/pinned-suite.js';
export { plannedTests, planPart } from './run/plan-part.js';
export { proveRanked, type RankedProof } from './run/prove-ranked.js';
export { type CoverageRanking, rankCandidates, rankCoverage, runForHits } from './run/rank-coverage.js';
export { oneSuiteOf, rankedSuite } from './run/ranked-suite.js';
export { type Resumption, resumeRun } from './run/resume-run.js';
export { readCoverage, readMergedCoverage } from './run/run-coverage.js';
export { type RunEnd, type RunEvent, type RunStanding, UNFINISHED } from './run/run-event.js';
export {
  type RunReport,
  type RunRequest,
  type RunStart,
  type RunWatch,
  requestOf,
} from './run/run-request.js';
export { runSuite } from './run/run-suite.js';
export type { Separation } from './run/separation.js';
export type { ShrunkFailure } from './run/shrunk-failure.js';
export { reportOf, storedReport } from './run/stored-report.js';
export { storedTests, storedTestsFile } from './run/stored-tests.js';
export type { Bucket, Tally } from './run/tally.js';
export { type RunTestResult, testResults } from './run/test-results.js';
export { type TestsOfBin, testsOfBin } from './run/tests-of-bin.js';
export { isFromStart, testsOfRun } from './run/tests-of-run.js';
export { mergeTriage } from './run/triage-file.js';
export type { TestUnderWay } from './run/under-way.js';
export type { ScenarioSize } from './shrink/scenario-size.js';
export {
  type ShrinkOptions,
  type ShrinkResult,
  type ShrunkCase,
  shrinkScenario,
  shrinkTest,
} from './shrink/shrink.js';
export { simplerScenarios } from './shrink/simpler-scenarios.js';
export { openSuiteOfReplay, type ReplaySource, resolveReplay } from './stored/replay-source.js';
export { readFailure, readScenarioFile, type StoredFailure } from './stored/stored-failure.js';
export { writeWhy } from './stored/why-files.js';
export { editorSchemas } from './suite-files/editor-schemas.js';
export { nameSuiteFile, openSuite, openSuiteOfRun } from './suite-files/opened-suites.js';
export { isSuiteFile, suiteFileOf } from './suite-files/suite-file.js';
export { INFORMATIVE } from './testplan/informative.js';
export { OWN_STATEMENTS } from './testplan/own-statements.js';
export { READINGS } from './testplan/readings.js';
export { isDueIn, JUDGED_GOAL, STAGES, type Stage } from './testplan/stages.js';
export {
  type Breaker,
  isProjectTest,
  readStatementKillers,
  type ShownKiller,
  STRUCTURE_RULE,
  type StatementKiller,
  shownKiller,
  writeStatementKillers,
} from './testplan/statement-killers.js';
export { readStatements, type Statement } from './testplan/statements.js';
export {
  type Grade,
  type StageProgress,
  type StatementStatus,
  type Testplan,
  type TestplanRow,
  testplan,
  type VerificationTime,
} from './testplan/testplan.js';
export { withForms } from './triage/bucket-forms.js';
export { type TriageStep, triage } from './triage/triage.js';
export { explainFailure, type WhyOptions } from './why/explain-failure.js';
export { scheduleWords } from './why/schedule-words.js';
export type { Decision, NamedChoice, NearestPass, Why, WhyBand, WhyFindings, WhyPoint } from './why/why.js';
export { runBatch } from './workers/batch.js';
export type { Batch, BatchResult, Incident } from './workers/batch-result.js';
export { callsLimited, type LimitedResult } from './workers/limited-call.js';
export { createPool, DEFAULT_LIMITS, type TestLimits } from './workers/pool.js';
export type { Shard } from './records/plan.js';
