/** To the millisecond: more digits would be the database's own arithmetic. */
export const seconds = (value: number | null | undefined): number | null =>
  value === null || value === undefined ? null : Math.round(value * 1000) / 1000
