export { PageLines } from './page-lines.js';
export { type OverlaidRun, packRun, type ViewerRun } from './viewer-data.js';
export { renderViewerPage, VIEWER_PAGE_STYLE } from './viewer-page.js';
