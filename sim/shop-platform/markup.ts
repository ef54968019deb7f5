const ESCAPES: Record<string, string> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '/': '\\/',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
}

/** JSON as the platform writes it into scripts: slashes and markup characters escaped. */
export const scriptJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>&/\u2028\u2029]/g,
    (character) => ESCAPES[character] ?? character,
  )

export const fill = (template: string, values: Record<string, string>): string =>
  template.replace(/\{(\w+)\}/g, (hole, name: string) => values[name] ?? hole)
