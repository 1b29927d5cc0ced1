export * from './html.js';
export { chooseRange, drawLineChart, drawSmallChart } from './line-chart.js';
