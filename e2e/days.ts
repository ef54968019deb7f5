import { addDays, dayOf } from '#contracts/dates.ts'

export const today = (): string => dayOf(new Date())
export const daysAgo = (count: number): string => addDays(today(), -count)
