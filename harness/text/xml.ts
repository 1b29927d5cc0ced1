import { lookup } from '../../arch/index.js';
import { escapeMultilineText } from '../../transactions/index.js';

/** The attributes of an element. Numbers must be integers. */
export type XmlAttributes = Readonly<Record<string, string | number>>;

/** Visible characters that XML 1.0 cannot represent, even escaped. */
const UNREPRESENTABLE = /[\ufffe\uffff]/gu;

const ENTITIES: Readonly<Record<string, string>> = lookup({
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
});

/**
 * Escapes text for XML and HTML, both in elements and in quoted attributes. Invisible characters become visible
 * escapes, and characters that cannot be represented are removed.
 */
export function escapeMarkup(text: string): string {
  return escapeMultilineText(text)
    .replace(UNREPRESENTABLE, '')
    .replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}

/** Formats an element. Its contents must be elements or escaped text. */
export function makeXmlElement(
  name: string,
  attributes: XmlAttributes,
  content: readonly string[] = [],
): string {
  const start = [name, ...Object.entries(attributes).map(([key, value]) => formatAttribute(key, value))].join(
    ' ',
  );
  return content.length === 0 ? `<${start}/>` : `<${start}>${content.join('\n')}</${name}>`;
}

/** Formats a document with the given root element. */
export function makeXmlDocument(root: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
}

function formatAttribute(key: string, value: string | number): string {
  return `${key}="${escapeMarkup(String(value))}"`;
}
