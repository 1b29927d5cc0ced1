export { type Colours, makeColours } from './colours.js';
export { formatJunitDocument, type JunitCase, type JunitSuite } from './junit.js';
export { escapeMarkdown, formatMarkdownBlock, formatMarkdownCode } from './markdown.js';
export { getPlaygroundHash } from './play-address.js';
export * from './quantity.js';
export * from './table.js';
export { formatBriefViolation, formatViolation } from './violation-text.js';
export { escapeMarkup, makeXmlDocument, makeXmlElement, type XmlAttributes } from './xml.js';
