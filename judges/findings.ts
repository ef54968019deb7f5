export type Seen = { what: string; where: string }

/** One line for each finding, however many places it has: their number, and the first of them. */
export const sumUp = (seen: readonly Seen[]): string[] =>
  [...Map.groupBy(seen, ({ what }) => what)].map(([what, places]) => {
    const where = [...new Set(places.map((place) => place.where))]
    const others = where.length > 1 ? ` and ${where.length - 1} more` : ''
    return `${what} (${where[0]}${others})`
  })
