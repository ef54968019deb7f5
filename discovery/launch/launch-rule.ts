/** The figures of the published rule; docs/launch-dates.md explains each, and a test keeps the two in agreement. */
export const LAUNCH_RULE = {
  /** A store is new if it launched at most this many days before the day on which it was found. */
  newDays: 30,
  /** Traces between `newDays` and this age belong to a shop that was prepared before it launched. */
  preparedDays: 90,
  /** Two traces at most this far apart agree. */
  nearDays: 7,
  /** A shop number that was probably assigned within this many days may belong to a new shop. */
  youngIdDays: 540,
  /** Up to this many products with old dates may be copies among otherwise recent ones. */
  mostImported: 2,
  /** A shop with at least this many themes is old; from `severalThemes` on it is doubtful. */
  manyThemes: 40,
  severalThemes: 12,
  /** A product published at least this long before it was created here came from another shop. */
  importedDays: 90,
  /** Fewer such products prove nothing. */
  leastImported: 3,
  /** A product published at least this long after it was created was republished. */
  republishedDays: 30,
  /** A domain registered longer ago casts doubt on a new shop, but never makes it old. */
  oldDomainDays: 365,
} as const
