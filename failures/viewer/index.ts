export { PageLines } from './viewer-data.js';
export { type OverlaidRun, packRun, type ViewerRun } from './viewer-data.js';
export { renderViewerPage, VIEWER_PAGE_STYLE } from './viewer-page.js';
