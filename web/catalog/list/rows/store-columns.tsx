import type { ReactNode } from 'react'
import { SocialNetwork } from '#contracts/catalog/facts.ts'
import type { StoreSort, StoreSummary } from '#contracts/catalog/stores.ts'
import { type DisplayedView, ListColumn } from '#contracts/workspace/list-views.ts'
import { cn } from '#web/lib/cn.ts'
import { NETWORK_NAMES } from '#web/lib/i18n/network-names.ts'
import { ContactMarks, FormMark, LeadEmail, LeadPhone } from './contact-marks.tsx'
import { ScoreCell } from './score-cell.tsx'
import {
  CategoryCell,
  ConfidenceCell,
  CountryCell,
  DiscountCell,
  FoundCell,
  LanguageCell,
  LaunchDay,
  PrelaunchAge,
  PriceCell,
  ProductCount,
  SaveCell,
  SECOND_LINE,
  StoreCell,
  StoreMarks,
  TextCell,
} from './store-cells.tsx'
import { TickBox, TickPage } from './tick-cells.tsx'
import { TechnologyMarks } from './technology-cell.tsx'

export type RowProps = {
  store: StoreSummary
  view: DisplayedView
  isFresh: boolean
  /** Whether the day of a row is known without it: the rows say the time. */
  hasTime: boolean
}

type ColumnName = ListColumn | 'tick' | 'store' | 'marks' | 'save'

export type Column = {
  name: ColumnName
  Value: (props: RowProps) => ReactNode
  /** What a click on the heading sorts by. */
  by?: StoreSort
  isNumber?: true
  /** Width; the store's column has what the others leave. */
  rem?: number
  /** In place of its name. */
  Head?: (props: { stores: readonly StoreSummary[] }) => ReactNode
  /** The word of the heading is for screen readers alone. */
  hasNoHead?: boolean
  /** Classes of heading and cells. */
  className?: string
  /** Classes of the cells alone. */
  cell?: string
}

/** Phones have no other columns. */
const ON_PHONES: ReadonlySet<ColumnName> = new Set([
  'tick',
  'store',
  'price',
  'email',
  'contact',
  'form',
  'found',
  'score',
])

const networkName = (id: string) => {
  const network = SocialNetwork.safeParse(id).data
  return network ? NETWORK_NAMES[network] : id
}

const listOf = (values: readonly string[]) => (values.length > 0 ? values.join(', ') : null)

const table: Record<ColumnName, Omit<Column, 'name'>> = {
  tick: {
    Value: TickBox,
    rem: 2.75,
    Head: TickPage,
    className: 'ps-[calc(var(--spacing-pad)-0.5rem)]! pe-0!',
    cell: 'max-work:hidden max-work:in-data-ticking:block max-work:row-span-2',
  },
  store: {
    Value: ({ store, view }) => <StoreCell store={store} hasDomain={view !== 'leads'} />,
    by: 'name',
    cell: 'max-work:contents',
  },
  marks: { Value: StoreMarks, rem: 3, hasNoHead: true, className: 'px-0.5!' },
  country: {
    Value: ({ store }) => <CountryCell store={store} isNamed={false} />,
    by: 'country',
    rem: 3.25,
    hasNoHead: true,
  },
  region: { Value: ({ store }) => <TextCell text={store.region} />, rem: 8.5 },
  city: { Value: ({ store }) => <TextCell text={store.city} />, rem: 8 },
  language: { Value: LanguageCell, rem: 6.5 },
  currency: { Value: ({ store }) => <TextCell text={store.currency} />, rem: 5.5 },
  category: { Value: CategoryCell, rem: 8.75 },
  price: {
    Value: PriceCell,
    by: 'price',
    isNumber: true,
    rem: 7.5,
    cell: 'text-ink max-work:col-[3/5] max-work:row-start-2 max-work:leading-6',
  },
  discount: { Value: DiscountCell, isNumber: true, rem: 6 },
  products: {
    Value: ProductCount,
    by: 'productCount',
    isNumber: true,
    rem: 5.25,
    cell: 'text-ink',
  },
  theme: {
    Value: ({ store }) => <TextCell text={store.themeName} />,
    rem: 7.75,
    className: 'ps-4!',
  },
  apps: { Value: TechnologyMarks, by: 'appCount', rem: 14.5 },
  pixels: { Value: ({ store }) => <TechnologyMarks store={store} only="pixels" />, rem: 10 },
  socials: {
    Value: ({ store }) => <TextCell text={listOf(store.socials.map(networkName))} />,
    rem: 10,
  },
  launched: { Value: LaunchDay, by: 'launchDate', rem: 5.5 },
  confidence: { Value: ConfidenceCell, rem: 6.5 },
  tags: { Value: ({ store }) => <TextCell text={listOf(store.tags)} />, rem: 9 },
  email: { Value: LeadEmail, rem: 15, cell: cn('max-work:w-auto', SECOND_LINE) },
  phone: { Value: LeadPhone, rem: 10 },
  contact: { Value: ContactMarks, rem: 5.75, cell: 'max-work:row-start-1 max-work:col-start-3' },
  form: {
    Value: ({ store }) => (
      <span className="grid w-6.25">
        <FormMark store={store} />
      </span>
    ),
    rem: 5.25,
    cell: 'max-work:row-start-1 max-work:col-start-3',
  },
  age: { Value: PrelaunchAge, isNumber: true, rem: 5.5 },
  found: {
    Value: FoundCell,
    by: 'foundAt',
    isNumber: true,
    rem: 6,
    className: 'ps-0!',
    cell: 'max-work:row-start-1 max-work:col-start-4 max-work:leading-6',
  },
  score: {
    Value: ScoreCell,
    by: 'score',
    rem: 6.5,
    cell: 'text-ink max-work:col-[3/5] max-work:row-start-2 max-work:text-end max-work:leading-6',
  },
  save: {
    Value: SaveCell,
    rem: 2.75,
    hasNoHead: true,
    className: 'ps-0! pe-1!',
    cell: 'text-end',
  },
}

/** What a column gains where the store's own column has enough room. */
const wider: { [Name in ColumnName]?: Partial<Column> & { rem: number } } = {
  country: {
    Value: ({ store }) => <CountryCell store={store} isNamed />,
    rem: 9.5,
    hasNoHead: false,
  },
  email: { rem: 21 },
  products: { rem: 6.25 }, // "Productos" with its arrow
}

/** Without an app column, the theme's column counts the apps. */
const themeWithApps: Partial<Column> = {
  Value: ({ store }) => (
    <span className="flex min-w-0 items-center gap-0.5">
      <TextCell text={store.themeName} />
      <TechnologyMarks store={store} isNamed={false} />
    </span>
  ),
}

/** Pixels that have a column are not listed among the apps. */
const appsAlone: Partial<Column> = {
  Value: ({ store }) => <TechnologyMarks store={store} only="apps" />,
}

/** The product's own choice of columns. */
export const usualColumns: Record<DisplayedView, readonly ListColumn[]> = {
  stores: ['country', 'category', 'price', 'products', 'theme', 'apps', 'contact', 'found'],
  leads: ['email', 'phone', 'form', 'country', 'category', 'found'],
  prelaunch: ['country', 'theme', 'apps', 'contact', 'age', 'found'],
}

/** Those that a list can show: only pre-launch stores wait. */
export const columnsOfView = (view: DisplayedView): readonly ListColumn[] =>
  ListColumn.options.filter((name) => name !== 'age' || view === 'prelaunch')

/** On phones the score takes the place of the price. */
export const phoneColumns = (view: DisplayedView, hasScore: boolean): readonly ListColumn[] =>
  hasScore
    ? [...usualColumns[view].filter((name) => name !== 'price'), 'score']
    : usualColumns[view]

/** These stay, however little room there is. */
const KEPT: ReadonlySet<ColumnName> = new Set(['score', 'email', 'form', 'contact', 'found'])
const LEAST_STORE_REM = 12
const ENOUGH_STORE_REM = 18

const remOf = (name: ColumnName): number => table[name].rem ?? 0
const sumOf = (names: readonly ColumnName[]): number =>
  names.reduce((sum, name) => sum + remOf(name), 0)
/** Of the columns that every list has beside the store's own. */
const FIXED_REM = sumOf(['tick', 'marks', 'save'])

type Fitting = { names: readonly ListColumn[]; wide: readonly ListColumn[] }

/** The chosen columns that have room: the last ones yield first. What is left makes some wider. */
export function fitColumns(chosen: readonly ListColumn[], roomRem: number): Fitting {
  const kept = chosen.filter((name) => KEPT.has(name))
  let left = roomRem - FIXED_REM - LEAST_STORE_REM - sumOf(kept)
  let isFull = false
  const names = chosen.filter((name) => {
    if (KEPT.has(name)) return true
    isFull ||= remOf(name) > left
    if (!isFull) left -= remOf(name)
    return !isFull
  })
  const wide = names.filter((name) => {
    const more = (wider[name]?.rem ?? Infinity) - remOf(name)
    const isWide = left - more >= ENOUGH_STORE_REM - LEAST_STORE_REM
    if (isWide) left -= more
    return isWide
  })
  return { names, wide }
}

export function columnsOf({ names, wide }: Fitting): Column[] {
  const all: ColumnName[] = ['tick', 'store', 'marks', ...names, 'save']
  return all.map((name) => ({
    ...table[name],
    name,
    className: cn(table[name].className, !ON_PHONES.has(name) && 'max-work:hidden'),
    ...(name === 'theme' && !names.includes('apps') && themeWithApps),
    ...(name === 'apps' && names.includes('pixels') && appsAlone),
    ...(wide.some((each) => each === name) && wider[name]),
  }))
}
