export { githubAnnotations } from './annotations.js';
export { argumentTable } from './argument-page.js';
export { bugReport, type ReportedFailure } from './bug-report.js';
export { type CheckRepro, checkDocument } from './check-document.js';
export { type SarifInput, sarifLog } from './check-sarif.js';
export { type CheckDocument, checkDocumentSchema, checkJsonSchema } from './check-schema.js';
export { checkSummary } from './check-summary.js';
export { programText } from './check-text.js';
export { choiceText } from './choice-text.js';
export { type Colours, colours } from './colours.js';
export { besideOf, comparedDocument, comparedText } from './compared-run.js';
export { cosimHeader } from './cosim/c-header.js';
export {
  type CosimDocument,
  type CosimSummary,
  cosimDocument,
  cosimFailureText,
  cosimText,
} from './cosim/cosim-text.js';
export { cosimProtocolText } from './cosim/protocol-page.js';
export { cosimPackage } from './cosim/sv-package.js';
export { counted, numberText } from './counted.js';
export { aimText } from './coverage/aim-text.js';
export { aimedHolesText } from './coverage/aimed-holes-text.js';
export { coverageMarkdown } from './coverage/coverage-markdown.js';
export { binTable, changedText, coverageText, covergroupText } from './coverage/coverage-text.js';
export {
  differenceText,
  rankedProofText,
  rankingText,
  saturationText,
  testsOfBinText,
} from './coverage/difference-text.js';
export { holesText } from './coverage/holes-text.js';
export { lcovInfo } from './coverage/lcov.js';
export { leftOutText, refutedTexts } from './coverage/left-out-text.js';
export { ucisXml } from './coverage/ucis.js';
export { type ShownWay, shownWays, waysText } from './coverage/ways-text.js';
export { type DigestInput, digestMarkdown, digestText } from './digest.js';
export { type ExecDocument, execDocument } from './exec-document.js';
export { exploreDocument, exploreText, type ToldFinding } from './explore-text.js';
export { hasUnknownFailure } from './failure-groups.js';
export { fidelityPage } from './fidelity-page.js';
export { type GoldenDocument, goldenDocument } from './golden-document.js';
export { goldenText } from './golden-text.js';
export { type ModelledUnknown, unknownsOfHardware } from './hardware-unknowns.js';
export { historyCsv } from './history-csv.js';
export { historyText } from './history-text.js';
export { junitXml } from './junit.js';
export { litmusPage } from './litmus-page.js';
export { matrixPage } from './matrix-page.js';
export { type NightsPage, nightsPage } from './nights/nights-page.js';
export { owedLines } from './owed-lines.js';
export { PAGE_SCRIPTS, runPage } from './page/run-page.js';
export { PAGE_PICTURE, type RunPage, type ShownFailure } from './page/shown-run.js';
export { hollowLine, valueLines } from './pass-value-text.js';
export {
  chainPicture,
  PICTURE_WIDTH_MIN,
  type PictureStyle,
  violationPicture,
} from './picture/violation-picture.js';
export { proofLines } from './proof-lines.js';
export { type QualifyDocument, qualifyDocument } from './qualify-document.js';
export { faultText, qualifyText } from './qualify-text.js';
export { rateText } from './rate-per-second.js';
export { replayText } from './replay-text.js';
export { resultsJson } from './results-document.js';
export { type RunDocument, resultsDocumentSchema, resultsJsonSchema } from './results-schema.js';
export { type RunChanges, runChanges } from './run-changes.js';
export { runChangesLines } from './run-changes-text.js';
export { bucketsBySize, runDocument } from './run-document.js';
export { runMarkdown } from './run-markdown.js';
export { type RunSummary, summariseRun } from './run-summary.js';
export { runText } from './run-text.js';
export { scenarioDocumentSchema, scenarioJsonSchema } from './scenario-schema.js';
export { type ShrinkDocument, shrinkDocument, sizeText } from './shrink-document.js';
export { shrunkLine, shrunkPicture, shrunkSize } from './shrunk-line.js';
export { type Column, fittedTable, markdownTable, textTable } from './table.js';
export { testplanText } from './testplan-text.js';
export { type TraceDocument, traceDocument } from './trace-document.js';
export { traceRulesText, traceText } from './trace-text.js';
export { cWriter } from './trace-writers/c.js';
export { pythonWriter } from './trace-writers/python.js';
export { systemVerilogWriter } from './trace-writers/system-verilog.js';
export { COLUMNS, identifier, WRITTEN_KINDS } from './trace-writers/trace-fields.js';
export { PageLines } from './viewer/page-lines.js';
export { type PackedRun, packRun, type RunBeside, type ShownRun } from './viewer/viewer-data.js';
export { viewerPage } from './viewer/viewer-page.js';
export { violationText } from './violation-text.js';
export { vitestCase } from './vitest-case.js';
export {
  type TracedRun,
  type TraceFile,
  traceFiles,
  WAVE_KINDS,
  type WaveKind,
} from './waves/trace-files.js';
export type { Window } from './waves/vcd.js';
export { type WhyDocument, type WhyFiles, whyDocument } from './why/why-document.js';
export { whySvg } from './why/why-svg.js';
export { curveLines, whyLines, whyText } from './why/why-text.js';
