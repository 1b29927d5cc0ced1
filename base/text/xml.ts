import { lookup } from '../../arch/index.js';
import { visibleText } from '../../transactions/index.js';

/** Values of attributes; numbers are whole. */
export type XmlAttributes = Readonly<Record<string, string | number>>;

/** What XML 1.0 cannot hold, escaped or not, beside what is hidden. */
const UNWRITABLE = /[\ufffe\uffff]/gu;

const ENTITIES: Readonly<Record<string, string>> = lookup({
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
});

/** A text for XML and HTML, in elements and in quoted attributes; what neither can hold, or is hidden, is a visible escape. */
export function escapeMarkup(text: string): string {
  return visibleText(text)
    .replace(UNWRITABLE, '')
    .replace(/[&<>"']/g, (sign) => ENTITIES[sign]!);
}

/** An element; its content is elements, or text that is already escaped. */
export function xmlElement(name: string, attributes: XmlAttributes, content: readonly string[] = []): string {
  const start = [name, ...Object.entries(attributes).map(([key, value]) => attribute(key, value))].join(' ');
  return content.length === 0 ? `<${start}/>` : `<${start}>${content.join('\n')}</${name}>`;
}

/** A document with this root. */
export function xmlDocument(root: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
}

function attribute(key: string, value: string | number): string {
  return `${key}="${escapeMarkup(String(value))}"`;
}
