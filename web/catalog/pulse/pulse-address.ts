import { addDays, type Day, daysBetween, isDay, MAX_RANGE_DAYS } from '#contracts/dates.ts'
import { PulseGroup, PulseRank } from '#contracts/catalog/pulse.ts'
import { spanOf } from '#web/lib/dates/date-selection.ts'
import { searchQuery } from '#web/lib/navigation/search-path.ts'
import { paths } from '#web/paths.ts'

/** Lengths of a period that ends today. */
export const LENGTHS = [7, 28, 90] as const
const USUAL_LENGTH = 28

/** `alive` orders the most frequent values in the browser; the server knows the other orders. */
export const sorts = [...PulseRank.options, 'alive'] as const
export type PulseSort = (typeof sorts)[number]
export const rankOf = (sort: PulseSort): PulseRank => (sort === 'alive' ? 'frequent' : sort)

export const stepLengths = ['day', 'week'] as const
/** What a point of the chart counts. */
export type StepLength = (typeof stepLengths)[number]
/** From this length on, the chart is drawn by week unless asked otherwise. */
const WEEKLY_FROM_DAYS = 43

/** Usually a category in a country; a side without an entry is open. */
export type NicheValues = Partial<Record<PulseGroup, string>>

/** In an address, the open side of a niche. */
const OPEN = 'all'

export function readNiche(
  { category, country }: Partial<Record<string, string>>,
  params: URLSearchParams,
): NicheValues {
  const niche: NicheValues = {}
  const set = (key: PulseGroup, value: string | null | undefined) => {
    if (value && value !== OPEN) niche[key] = value
  }
  set('category', category)
  set('country', country)
  set('theme', params.get('theme'))
  set('apps', params.get('apps'))
  return niche
}

export type PulseAddress = {
  /** Null on the page of all niches. */
  niche: NicheValues | null
  by: PulseGroup
  from: Day
  to: Day
  /** Whose days the chart shows; null for all stores. */
  value: string | null
  sort: PulseSort
  /** As chosen; null leaves it to the length of the period. */
  step: StepLength | null
}

/** Anything unreadable counts as not given. */
export function readPulseAddress(
  params: URLSearchParams,
  today: Day,
  niche: NicheValues | null = null,
): PulseAddress {
  const [from, to] = [params.get('from') ?? '', params.get('to') ?? '']
  const length = LENGTHS.find((each) => String(each) === params.get('days')) ?? USUAL_LENGTH
  const isOwn =
    isDay(from) && isDay(to) && from <= to && to <= today && daysBetween(from, to) <= MAX_RANGE_DAYS
  return {
    niche,
    by: PulseGroup.options.find((each) => each === params.get('by')) ?? 'category',
    ...(isOwn ? { from, to } : { from: addDays(today, 1 - length), to: today }),
    value: params.get('value') || null,
    sort: sorts.find((each) => each === params.get('sort')) ?? 'frequent',
    step: stepLengths.find((each) => each === params.get('step')) ?? null,
  }
}

/** Only what differs from the usual is part of the address. */
export function pulsePath(address: PulseAddress, today: Day): string {
  const { niche, by, from, to, value, sort, step } = address
  const length = to === today ? LENGTHS.find((each) => each === daysBetween(from, to)) : undefined
  const days = length ? { days: length === USUAL_LENGTH ? undefined : length } : { from, to }
  if (niche) {
    const { category = OPEN, country = OPEN, ...others } = niche
    return paths.niche(category, country, { ...others, ...days, step: step ?? undefined })
  }
  return paths.pulse({
    by: by === 'category' ? undefined : by,
    ...days,
    value: value ?? undefined,
    sort: sort === 'frequent' ? undefined : sort,
    step: step ?? undefined,
  })
}

/** The filters of the stores whose days the chart shows. */
export const chartedFilters = ({ niche, by, value }: PulseAddress): NicheValues =>
  niche ?? (value === null ? {} : { [by]: value })

export const stepOf = ({ from, to, step }: PulseAddress): StepLength =>
  step ?? (daysBetween(from, to) < WEEKLY_FROM_DAYS ? 'day' : 'week')

type Span = { from: Day; to: Day }

const clampDay = (day: Day, first: Day, last: Day): Day =>
  day < first ? first : day > last ? last : day

/**
 * The period after one end was set: until today at the latest. The other end stays if it can, or
 * moves to the nearest day that makes a period.
 */
export function withEnd(span: Span, end: keyof Span, wanted: Day, today: Day): Span {
  const day = wanted < today ? wanted : today
  return end === 'from'
    ? {
        from: day,
        to: clampDay(span.to, day, clampDay(addDays(day, MAX_RANGE_DAYS - 1), day, today)),
      }
    : { from: clampDay(span.from, addDays(day, 1 - MAX_RANGE_DAYS), day), to: day }
}

/** The list whose total is the figure. */
export const listPath = ({ from, to }: Span, filters: Record<string, string> = {}): string =>
  paths.list({ ...searchQuery(spanOf(from, to)), ...filters })

export const productsPath = (span: Span, filters: Record<string, string>): string =>
  listPath(span, { view: 'products', scope: 'all', ...filters })
