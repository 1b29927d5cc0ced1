export { PageLines, packRun, type ViewerRun } from './viewer-data.js';
export { renderViewerPage, VIEWER_PAGE_STYLE } from './viewer-page.js';
