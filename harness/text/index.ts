export { type Colours, makeColours } from './colours.js';
export { formatJunitDocument, type JunitCase, type JunitSuite } from './junit.js';
export { escapeMarkdown, formatMarkdownBlock, formatMarkdownCode } from './markdown.js';
export { getPlaygroundHash } from './play-address.js';
export {
  type DeepReadonly,
  formatMinute,
  formatNumber,
  formatQuantity,
  formatRatePerSecond,
  formatSignedNumber,
  getRatePerSecond,
  getRoundStep,
} from './quantity.js';
export {
  type Column,
  fitTable,
  formatMarkdownTable,
  formatTextTable,
  makeColumns,
  type SummaryTable,
} from './table.js';
export { formatBriefViolation, formatViolation } from './violation-text.js';
export { fillText, flowItems, wrapText } from './wrap.js';
export { escapeMarkup, makeXmlDocument, makeXmlElement, type XmlAttributes } from './xml.js';
