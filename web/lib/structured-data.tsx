/** What a schema.org type says of itself, e.g. `{ '@type': 'Organization', name: 'Storedawn' }`. */
export type Thing = { '@type': string; [property: string]: unknown }

/**
 * Facts of the page for search engines, as JSON-LD. A data block, not a script: the content security policy has nothing to forbid.
 * `<` is escaped, so that no text can end the element.
 */
export function StructuredData({ thing }: { thing: Thing }) {
  const json = JSON.stringify({ '@context': 'https://schema.org', ...thing })
  return (
    <script
      type="application/ld+json"
      dangerouslySetInnerHTML={{ __html: json.replaceAll('<', '\\u003c') }}
    />
  )
}
