export { BASE_CSS } from './base-style.js';
export { makeContentPolicy } from './content-policy.js';
export {
  type Html,
  type HtmlAttributes,
  type HtmlContent,
  type HtmlContents,
  h,
  makeDataScript,
  makeModuleScript,
  makePage,
  makeStyleSheet,
} from './html.js';
export { drawLineChart } from './line-chart.js';
