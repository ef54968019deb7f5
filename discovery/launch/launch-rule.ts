/** The figures of the printed rule; docs/launch-dates.md explains each, and a test holds the two together. */
export const LAUNCH_RULE = {
  /** A store is new that launched at most so long before the day on which it was found. */
  newDays: 30,
  /** Traces between `newDays` and this are those of a shop that was prepared before it launched. */
  preparedDays: 90,
  /** Two traces so close to each other agree. */
  nearDays: 7,
  /** A shop number that was probably given out within so many days may be that of a new shop. */
  youngIdDays: 540,
  /** So many products with old dates may be copies among otherwise recent ones. */
  mostImported: 2,
  /** An old shop has had as many themes as this; from `severalThemes` on it is doubtful. */
  manyThemes: 40,
  severalThemes: 12,
  /** A product that was published so long before it was made here came from another shop. */
  importedDays: 90,
  /** Fewer such products than this prove nothing. */
  leastImported: 3,
  /** A product that was published so long after it was made was published anew. */
  republishedDays: 30,
  /** A domain that was registered longer ago casts doubt on a new shop; it never makes it old. */
  oldDomainDays: 365,
} as const
