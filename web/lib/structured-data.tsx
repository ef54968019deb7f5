/** Properties of a schema.org type, e.g. `{ '@type': 'Organization', name: 'Storedawn' }`. */
export type Thing = { '@type': string; [property: string]: unknown }

/**
 * The page's facts for search engines, as JSON-LD. A data block, not a script, so the content security policy does not block it. `<` is
 * escaped, so that no text can close the element.
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
