export { PageLines } from './page-lines.js';
export { packRun, type RunBeside, type ShownRun } from './viewer-data.js';
export { viewerPage } from './viewer-page.js';
