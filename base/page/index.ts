export { BASE } from './base-style.js';
export { contentPolicy } from './content-policy.js';
export {
  dataScript,
  type Html,
  type HtmlContent,
  type HtmlContents,
  h,
  moduleScript,
  styleSheet,
} from './html.js';
export { linearScale, lineChart, logScale, ticks } from './line-chart.js';
