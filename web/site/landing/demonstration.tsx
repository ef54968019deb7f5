import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '#web/lib/cn.ts'
import { weeksOf } from '#web/lib/dates/calendar.ts'
import { useDateFormats, useWeekdays } from '#web/lib/dates/date-format.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { scrollArea } from '#web/ui/scroll-area.ts'
import { Section } from './section.tsx'

/**
 * Three steps, from night to day, with a higher sun in each; side by side, on phones to be swiped.
 * All data in the pictures is invented and labelled as such.
 */
export function Demonstration() {
  const { t } = useTranslation('demonstration')
  return (
    <Section
      id="features"
      labelledBy="demonstration-title"
      className="scheme-dark border-y border-line bg-canvas text-ink"
    >
      <h2 id="demonstration-title" className="text-2xl">
        {t('title')}
      </h2>
      <ol
        {...scrollArea(t('title'))}
        className="mt-2 grid gap-x-5 max-md:-mx-4 max-md:snap-x max-md:snap-mandatory max-md:scroll-px-4 max-md:auto-cols-[82%] max-md:grid-flow-col max-md:overflow-x-auto max-md:px-4 max-md:[scrollbar-width:none] md:grid-cols-[repeat(auto-fit,minmax(13.5rem,1fr))]"
      >
        <Step number={1} name="dates">
          <SampleDates />
        </Step>
        <Step number={2} name="stores">
          <SampleStores />
        </Step>
        <Step number={3} name="products">
          <SampleProducts />
        </Step>
      </ol>
    </Section>
  )
}

type StepProps = { number: 1 | 2 | 3; name: 'dates' | 'stores' | 'products'; children: ReactNode }

function Step({ number, name, children }: StepProps) {
  const { t } = useTranslation('demonstration')
  return (
    <li className="flex snap-start flex-col">
      <StepSun step={number} />
      <h3 className="mt-3.5 text-lg">
        {number}. {t(`${name}.title`)}
      </h3>
      <p className="mt-0.5 mb-4 text-sm text-muted">{t(`${name}.text`)}</p>
      <Card className="relative mt-auto flex min-h-54 flex-col px-4.5 py-3.5 text-sm">
        <Badge className="absolute end-3.5 top-3">{t('sample')}</Badge>
        {children}
      </Card>
    </li>
  )
}

const WIDTH = 400
const HORIZON_Y = 72
const RADIUS = 22
const rings = [33, 44]
/** Below the horizon, on it, above it. */
const centres = { 1: HORIZON_Y + 12, 2: HORIZON_Y, 3: HORIZON_Y - RADIUS - 3 }

/** The sun above one line that runs through all three steps. Decorative. */
function StepSun({ step }: { step: 1 | 2 | 3 }) {
  const centreY = centres[step]
  return (
    <div
      className="overflow-hidden border-b-2 border-rule [li:not(:last-child)>&]:-me-5"
      aria-hidden
    >
      <svg
        viewBox={`0 0 ${WIDTH} ${HORIZON_Y}`}
        className="h-18 w-full"
        preserveAspectRatio="xMidYMax meet"
      >
        <g className="fill-none stroke-sun" strokeOpacity="0.4">
          {rings.map((radius) => (
            <circle
              key={radius}
              cx={WIDTH / 2}
              cy={centreY}
              r={radius}
              strokeDasharray="1 6"
              strokeLinecap="round"
              strokeWidth="1.5"
            />
          ))}
        </g>
        <circle cx={WIDTH / 2} cy={centreY} r={RADIUS} className="fill-sun" />
      </svg>
    </div>
  )
}

const DAY = '2025-06-15'
const MONTH = '2025-06'

/** A picture of the calendar with one day selected; it is not interactive. */
function SampleDates() {
  const { t } = useTranslation('demonstration')
  const formats = useDateFormats()
  const { day: dayText } = useFormats()
  const weeks = weeksOf(MONTH, formats.weekStart).filter((week) => week.some(Boolean))
  return (
    <>
      <p className="sr-only">{t('dates.chosen', { day: dayText(DAY) })}</p>
      <div aria-hidden>
        <p className="font-semibold first-letter:uppercase">{formats.month(MONTH)}</p>
        <div className="mt-2 grid grid-cols-7 text-center text-xs leading-6 text-muted">
          {useWeekdays().map(({ short, long }) => (
            <span key={long} className="text-faint">
              {short}
            </span>
          ))}
          {weeks.flat().map((day, at) => (
            <span
              key={day ?? at}
              data-chosen={day === DAY || undefined}
              className={cn(day === DAY && 'rounded-sm bg-action font-semibold text-on-action')}
            >
              {day && Number(day.slice(8))}
            </span>
          ))}
        </div>
      </div>
    </>
  )
}

const STORES_FOUND = 247
const stores = [
  { name: 'first', country: 'PT', products: 145 },
  { name: 'second', country: 'CA', products: 89 },
  { name: 'third', country: 'DE', products: 203 },
] as const

/** A picture of the list: the first three stores of that day. */
function SampleStores() {
  const { t } = useTranslation(['demonstration', 'hero'])
  const formats = useFormats()
  return (
    <>
      <p className="font-semibold">
        {t('demonstration:stores.found', { total: formats.number(STORES_FOUND) })}
      </p>
      <ul className="mt-2.5 grid flex-1">
        {stores.map(({ name, country, products }) => {
          const title = t(`hero:ledger.samples.${name}`)
          return (
            <li key={name} className="flex items-center gap-3 border-t border-line py-2">
              <span
                aria-hidden
                className="grid size-8.5 shrink-0 place-items-center rounded-sm bg-sun-wash font-semibold text-sun-ink"
              >
                {title[0]}
              </span>
              <p className="min-w-0 flex-1">
                <span className="block truncate font-semibold">{title}</span>
                <span className="block truncate text-xs text-muted">
                  {formats.country(country)}
                </span>
              </p>
              <span className="text-xs text-muted">
                {t('demonstration:stores.products', { total: formats.number(products) })}
              </span>
            </li>
          )
        })}
      </ul>
    </>
  )
}

const products = [
  { name: 'lamp', price: 64, stores: 14 },
  { name: 'mug', price: 18, stores: 9 },
  { name: 'blocks', price: 39, stores: 6 },
] as const

const drawings = {
  lamp: (
    <>
      <path d="M18 10h20l6 18H12z" className="fill-sun-wash stroke-ink" />
      <path d="M23 10l-3 18M28 10v18M33 10l3 18" className="stroke-rule" />
      <path d="M28 28v16M20 46h16" className="stroke-ink" />
    </>
  ),
  mug: (
    <>
      <path d="M14 16h22v26a4 4 0 0 1-4 4H18a4 4 0 0 1-4-4z" className="fill-sun-wash stroke-ink" />
      <path d="M36 22h5a4 4 0 0 1 4 4v6a4 4 0 0 1-4 4h-5" className="stroke-ink" />
      <path
        d="M20 24h.1M29 28h.1M22 35h.1M30 39h.1M25 20h.1"
        className="stroke-sun"
        strokeLinecap="round"
      />
    </>
  ),
  blocks: (
    <>
      <path d="M8 30h18v18H8zM30 30h18v18H30z" className="fill-surface stroke-ink" />
      <path d="M19 30a9 9 0 0 1 18 0z" className="fill-sun-wash stroke-ink" />
      <path d="M13 36h8M35 42h8" className="stroke-sun" />
    </>
  ),
}

/** A picture of products, with the number of stores that list each one. */
function SampleProducts() {
  const { t } = useTranslation('demonstration')
  const formats = useFormats()
  return (
    <>
      <p className="font-semibold">{t('products.caption')}</p>
      <ul className="mt-2.5 grid flex-1">
        {products.map(({ name, price, stores }) => (
          <li key={name} className="flex items-center gap-3 border-t border-line py-2">
            <svg
              viewBox="0 0 56 56"
              className="size-8.5 shrink-0 rounded-sm bg-sunken p-0.75"
              fill="none"
              strokeWidth="2"
              aria-hidden
            >
              {drawings[name]}
            </svg>
            <p className="min-w-0 flex-1">
              <span className="block truncate font-semibold">{t(`products.names.${name}`)}</span>
              <span className="block truncate text-xs text-sun-ink">
                {t('products.inStores', { total: formats.number(stores) })}
              </span>
            </p>
            <span className="text-xs text-muted">{formats.planPrice(price)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
