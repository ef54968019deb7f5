import pg from 'pg'

const INT8 = 20
const DATE = 1082
const INT8_ARRAY = 1016
const DATE_ARRAY = 1182

/** Ids and counts stay far below 2^53; a value beyond it must not be rounded silently. */
function parseInt8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new Error(`${text} is too large for a number`)
  return value
}

/** Numbers and days need no quotes in an array's text. One dimension is enough here. */
const parseTexts = (text: string): (string | null)[] =>
  text === '{}'
    ? []
    : text
        .slice(1, -1)
        .split(',')
        .map((item) => (item === 'NULL' ? null : item))

type ValueParser = (text: string) => unknown

const PARSERS = new Map<number, ValueParser>([
  [INT8, parseInt8],
  // A civil day has no time zone: as a Date it would shift in every zone but UTC.
  [DATE, (text) => text],
  [INT8_ARRAY, (text) => parseTexts(text).map((item) => (item === null ? null : parseInt8(item)))],
  [DATE_ARRAY, parseTexts],
])

/** How values arrive from the database: int8 as number, date as YYYY-MM-DD, timestamptz as Date, numeric as text. */
export const valueParsers: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && PARSERS.get(oid)) || pg.types.getTypeParser(oid, format),
}
