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
export { drawLineChart, getTicks, makeLinearScale, makeLogScale } from './line-chart.js';
