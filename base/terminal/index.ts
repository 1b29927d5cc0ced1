export { pageScript, viewerScript } from './built-scripts.js';
export type { CommandModule, Finish } from './command-module.js';
export { EXIT, type ExitCode } from './exit-code.js';
export { fittedHelp, helpWidth } from './help-text.js';
export { integerOption } from './integer-option.js';
export { watchInterrupts, watchRunInterrupts } from './interrupts.js';
export { openInBrowser } from './open-in-browser.js';
export { duration, progressLine, progressNote, type RunState } from './progress-line.js';
export { makeStepProgress } from './step-progress.js';
export { checkSuiteOut } from './suite-out.js';
export {
  endStatus,
  isInteractive,
  printCommand,
  printJson,
  printNote,
  printResult,
  RESULTS,
  STDERR,
  sendText,
  showStatus,
  statusWidth,
  type Terminal,
  tableWidth,
} from './terminal.js';
