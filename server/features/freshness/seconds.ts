/** To the millisecond: further digits would be artefacts of the database's arithmetic. */
export const seconds = (value: number | null | undefined): number | null =>
  value === null || value === undefined ? null : Math.round(value * 1000) / 1000
