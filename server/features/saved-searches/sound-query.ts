import { readSearchQuery, writeSearchQuery } from '#contracts/search-query.ts'
import { invalidRequest } from '#server/errors.ts'

/** The query in canonical spelling. @throws AppError `invalid_request`, which names the part of it to blame: `query.country` */
export function soundQuery(text: string): string {
  const reading = readSearchQuery(text)
  if (reading.kind === 'refused') throw invalidRequest(`query.${reading.field}`.slice(0, 100))
  return writeSearchQuery(reading.query)
}
