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
export { chooseRange, drawLineChart, drawSmallChart } from './line-chart.js';
