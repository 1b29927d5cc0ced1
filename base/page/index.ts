export { BASE } from './base-style.js';
export { makeContentPolicy } from './content-policy.js';
export {
  type Html,
  type HtmlContent,
  type HtmlContents,
  h,
  makeDataScript,
  makeModuleScript,
  makeStyleSheet,
} from './html.js';
export { drawLineChart, makeLinearScale, makeLogScale, ticks } from './line-chart.js';
