/**
 * The required rows: clauses of the specification by part, and the numbered checks of reliability
 * and security.
 */
export type Wanted = { clauses: WantedClause[]; checks: WantedCheck[] }
export type WantedClause = { id: string; part: string }
export type WantedCheck = { id: string; what: string }

const WHAT_MAX_LENGTH = 90

/** Tab-separated, with a heading line: id, section, clause, part. */
export function parseClauses(tsv: string): WantedClause[] {
  const [, ...lines] = tsv.split('\n').filter(Boolean)
  return lines.map((line) => {
    const [id, , , part] = line.split('\t')
    if (!id || !part) throw new Error(`not a clause: ${line}`)
    return { id, part }
  })
}

/**
 * Lines such as `12. Action -> required result (source)`, below the heading "The hundred checks".
 */
export function parseChecks(markdown: string): WantedCheck[] {
  const [, list = ''] = markdown.split(/^## The hundred checks.*$/m)
  const [own = ''] = list.split(/^## /m)
  return [...own.matchAll(/^(\d+)\. (.*)$/gm)].map(([, id = '', text = '']) => ({
    id,
    what: shorten(text),
  }))
}

function shorten(text: string): string {
  const [what = ''] = text.replaceAll(/[*`]/g, '').split(' -> ')
  if (what.length <= WHAT_MAX_LENGTH) return what
  return `${what.slice(0, what.lastIndexOf(' ', WHAT_MAX_LENGTH)).replace(/[,;:(]+$/, '')} …`
}
