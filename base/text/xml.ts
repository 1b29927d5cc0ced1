import { lookup } from '../../arch/index.js';
import { visibleText } from '../../transactions/index.js';

/** Attribute values; numbers are integers. */
export type XmlAttributes = Readonly<Record<string, string | number>>;

/** What XML 1.0 cannot represent, even escaped, besides hidden characters. */
const UNWRITABLE = /[\ufffe\uffff]/gu;

const ENTITIES: Readonly<Record<string, string>> = lookup({
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
});

/**
 * Text for XML and HTML, in elements and quoted attributes. Hidden characters become visible escapes, unrepresentable ones are
 * removed.
 */
export function escapeMarkup(text: string): string {
  return visibleText(text)
    .replace(UNWRITABLE, '')
    .replace(/[&<>"']/g, (sign) => ENTITIES[sign]!);
}

/** An element; its content is elements, or already escaped text. */
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
