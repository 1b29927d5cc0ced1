export { readPageScript, readViewerScript } from './built-scripts.js';
export * from './command-module.js';
export { getHelpWidth, wrapHelp } from './help-text.js';
export { watchInterrupts, watchRunInterrupts } from './interrupts.js';
export { decideVerdict, getVerdictExitCode, type JudgedCounts } from './judged-counts.js';
export { openInBrowser } from './open-in-browser.js';
export { formatDuration, formatProgressLine, formatProgressNote, type RunState } from './progress-line.js';
export { formatStepLine, makeStepProgress } from './step-progress.js';
export {
  getStatusWidth,
  getTableWidth,
  hideStatus,
  isInteractive,
  printCommand,
  printJson,
  printNote,
  printResult,
  RESULTS,
  STDERR,
  sendText,
  showStatus,
  type Terminal,
} from './terminal.js';
