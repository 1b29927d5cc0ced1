export { PageLines } from './page-lines.js';
export { type OverlaidRun, packRun, type ShownRun } from './viewer-data.js';
export { VIEWER_PAGE_STYLE, viewerPage } from './viewer-page.js';
