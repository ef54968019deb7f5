import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useKnownAnswer } from '#web/api/known-answer.ts'
import type { ResponseOf } from '#contracts/endpoint.ts'
import type { getSampleGlance } from '#contracts/site/sample.ts'
import { cn } from '#web/lib/cn.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { CountryPlate, Hatched } from '#web/site/open-store/row-parts.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Picture } from '#web/ui/store/picture.tsx'
import { Sparkline } from '#web/ui/store/sparkline.tsx'
import { Section } from './section.tsx'

type Glance = NonNullable<ResponseOf<typeof getSampleGlance>['sample']>

export const useSampleGlance = (): Glance | null =>
  useKnownAnswer<typeof getSampleGlance>('getSampleGlance').answer?.sample ?? null

const research = ['research', 'competitors', 'niches'] as const
const leads = ['emails', 'contacts', 'owner'] as const

/** The two audiences, each with a picture of the product from the sample day. */
export function Jobs() {
  const { t } = useTranslation('platform-benefits')
  const glance = useSampleGlance()
  return (
    <Section id="case-studies" labelledBy="jobs-title" className="border-y border-line bg-surface">
      <h2 id="jobs-title" className="text-2xl">
        {t('jobs.title')}
      </h2>
      <div className="mt-5 grid gap-6 md:grid-cols-2">
        <Job name="research" points={research.map((point) => t(`jobs.research.points.${point}`))}>
          {glance?.product && <ProductPicture glance={glance} />}
        </Job>
        <Job name="leads" points={leads.map((point) => t(`jobs.leads.points.${point}`))}>
          {glance && <LeadsPicture glance={glance} />}
        </Job>
      </div>
    </Section>
  )
}

type JobProps = { name: 'research' | 'leads'; points: readonly string[]; children: ReactNode }

function Job({ name, points, children }: JobProps) {
  const { t } = useTranslation('platform-benefits')
  return (
    <article className="grid grid-rows-[auto_1fr] overflow-hidden rounded-lg border border-line">
      <div className="px-4.5 pt-5 pb-4.5 sm:px-6">
        <p className="eyebrow text-sun-ink">{t(`jobs.${name}.who`)}</p>
        <h3 className="mt-1 text-lg">{t(`jobs.${name}.title`)}</h3>
        <p className="mt-1.5 text-sm text-muted">{t(`jobs.${name}.text`)}</p>
        <ul className="mt-2 flex flex-wrap gap-x-4 text-xs font-semibold text-muted">
          {points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      </div>
      {children && (
        <div className="ms-4.5 rounded-ss-lg border-s border-t border-line bg-canvas text-sm sm:ms-6">
          {children}
        </div>
      )}
    </article>
  )
}

function ProductPicture({ glance }: { glance: Glance }) {
  const { t } = useTranslation('platform-benefits')
  const formats = useFormats()
  const { product, day } = glance
  if (!product) return null
  const { title, imageUrl, listingStores, newStoresByDay, price, countries, trend } = product
  const fresh = newStoresByDay.reduce((sum, stores) => sum + stores, 0)
  const money = (amount: string) => formats.money(amount, price?.currency ?? null)
  return (
    <>
      <div className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-x-4 p-4 sm:grid-cols-[6.75rem_minmax(0,1fr)]">
        <Picture src={imageUrl} alt="" className="aspect-square self-start rounded-md" />
        <div className="min-w-0">
          <p className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
            <strong className="font-semibold">{title}</strong>
            <Badge tone="sun">{t('jobs.score', { score: trend.score })}</Badge>
          </p>
          <p className="text-muted">
            {t('jobs.spread', {
              count: listingStores,
              stores: formats.number(listingStores),
              fresh: formats.number(fresh),
            })}
          </p>
          <Sparkline
            values={newStoresByDay}
            label={t('jobs.bars')}
            className="mt-3 h-10! text-sun"
          />
          <p className="mt-1 text-xs text-muted">{t('jobs.bars')}</p>
        </div>
      </div>
      <p className="flex flex-wrap gap-x-4.5 gap-y-1 border-t border-line px-4 py-2.5 text-xs text-muted">
        {price && (
          <span>
            {t('jobs.prices', {
              from: money(price.min),
              to: money(price.max),
              median: money(price.median),
            })}
          </span>
        )}
        <span>
          {t('jobs.joined', {
            count: newStoresByDay.at(-1) ?? 0,
            stores: formats.number(newStoresByDay.at(-1) ?? 0),
            day: formats.shortDay(day),
          })}
        </span>
        <span>
          {countries
            .slice(0, 3)
            .map(({ code, stores }) => `${code} ${formats.number(stores)}`)
            .join(', ')}
        </span>
      </p>
    </>
  )
}

const widths = ['w-24', 'w-34', 'w-28'] as const

function LeadsPicture({ glance: { day, stores, lacking } }: { glance: Glance }) {
  const { t } = useTranslation('platform-benefits')
  const formats = useFormats()
  const chip =
    'rounded-full border border-rule bg-surface px-2.5 text-xs leading-5.5 whitespace-nowrap'
  return (
    <>
      <p className="flex flex-wrap items-center gap-1.5 border-b border-line px-4 py-3">
        <span className={chip}>{formats.shortDay(day)}</span>
        <span className={chip}>{t('jobs.hasEmail')}</span>
        {lacking.app && (
          <span className={cn(chip, 'border-bad text-bad')}>
            {t('jobs.without', { app: lacking.app })}
          </span>
        )}
        <span className="ms-auto text-xs text-muted">
          {t('jobs.matching', {
            count: stores,
            some: formats.number(lacking.stores),
            all: formats.number(stores),
          })}
        </span>
      </p>
      <ul className="bg-surface">
        {lacking.leads.map((lead, at) => (
          <li
            key={lead.domain}
            className="grid min-h-11 grid-cols-[minmax(0,1fr)_auto] items-center gap-3 border-b border-line py-1.5 ps-4 pe-5 last:border-0 lg:grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)_auto]"
          >
            <span className="truncate">
              <strong className="font-semibold">{lead.name}</strong>{' '}
              {lead.country && <CountryPlate code={lead.country} />}
            </span>
            <Hatched className={cn(widths[at], 'max-lg:hidden')} />
            {lead.emailState === 'no_mx' || lead.emailState === 'bounced' ? (
              <Badge tone="bad">{t('jobs.noMail')}</Badge>
            ) : (
              <Badge tone="good">{t('jobs.mail')}</Badge>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
