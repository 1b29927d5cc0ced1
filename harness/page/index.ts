export {
  BASE_CSS,
  type Html,
  type HtmlAttributes,
  type HtmlContent,
  type HtmlContents,
  h,
  makeContentPolicy,
  makeDataScript,
  makeModuleScript,
  makePage,
  makeStyleSheet,
} from './html.js';
export { drawLineChart } from './line-chart.js';
