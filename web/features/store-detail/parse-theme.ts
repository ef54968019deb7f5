export type Theme = { name: string; version: string | null; ownName: string | null }

/**
 * The theme under its vendor's name, with its version, and the merchant's own name for it if that adds information. Null when the text
 * describes no theme: it comes from a shop's page and is untrusted.
 */
export function parseTheme(text: string | null): Theme | null {
  const { name, schemaName, schemaVersion } = fieldsOf(text)
  const [product, own] = [textOf(schemaName), textOf(name)]
  const shown = product ?? own
  if (!shown) return null
  return { name: shown, version: product ? textOf(schemaVersion) : null, ownName: own === shown ? null : own }
}

function fieldsOf(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() ? value.trim() : null
