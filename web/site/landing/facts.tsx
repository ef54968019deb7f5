import { useTranslation } from 'react-i18next'
import type { FactLabel } from '#contracts/catalog/facts.ts'
import type { SampleFact, SampleStore } from '#contracts/site/sample.ts'
import { cn } from '#web/lib/cn.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { paths } from '#web/paths.ts'
import { Hatched } from '#web/site/open-store/row-parts.tsx'
import { Card } from '#web/ui/card.tsx'
import { useSampleGlance } from './jobs.tsx'
import { ArrowLink, Section } from './section.tsx'

/** Why the list can be trusted: facts of one store of the sample day with their sources. */
export function Facts() {
  const { t } = useTranslation('platform-benefits')
  const { counted } = useFormats()
  const glance = useSampleGlance()
  return (
    <Section labelledBy="facts-title">
      <div className="grid grid-cols-[minmax(0,1fr)] items-center gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.75fr)]">
        <div>
          <h2 id="facts-title" className="text-2xl">
            {t('evidence.title')}
          </h2>
          <p className="mt-3 mb-4 text-muted">{t('evidence.text')}</p>
          <ArrowLink to={paths.sample()}>
            {glance ? t('evidence.more', counted(glance.stores)) : t('evidence.moreAny')}
          </ArrowLink>
        </div>
        {glance?.store && <FactTable store={glance.store} />}
      </div>
    </Section>
  )
}

/** One of each certainty, and one that shops often do not publish. */
const SHOWN: ReadonlySet<string> = new Set(['theme', 'apps', 'category', 'freeShipping'])

const dots: Record<FactLabel, string> = {
  observed: 'bg-good',
  detected: 'bg-good',
  inferred: 'bg-sun',
  estimated: 'bg-sun',
  unavailable: 'border border-control',
}

function FactTable({ store }: { store: SampleStore }) {
  const { t } = useTranslation(['platform-benefits', 'store-details', 'common'])
  const formats = useFormats()
  const email = store.ways.find(({ key }) => key === 'email')
  return (
    <Card className="overflow-hidden">
      <p className="eyebrow border-b border-line px-4.5 py-3">
        {t('platform-benefits:evidence.caption', {
          name: store.name,
          some: store.factsWithSource,
          all: store.factKinds,
        })}
      </p>
      <table className="w-full text-sm">
        <thead className="text-xs text-faint">
          <tr className="border-b border-rule">
            <th scope="col" className={th}>
              {t('platform-benefits:evidence.fact')}
            </th>
            <th scope="col" className={th}>
              {t('platform-benefits:evidence.value')}
            </th>
            <th scope="col" className={cn(th, 'max-sm:hidden')}>
              {t('platform-benefits:evidence.certainty')}
            </th>
            <th scope="col" className={cn(th, 'max-sm:hidden')}>
              {t('platform-benefits:evidence.seenAt', {
                moment: formats.moment(store.lastCheckedAt),
              })}
            </th>
          </tr>
        </thead>
        <tbody>
          <FactRow
            name={t('platform-benefits:evidence.launched')}
            value={store.launchDate && formats.day(store.launchDate)}
            label="inferred"
            source={t('platform-benefits:evidence.signals')}
          />
          {store.facts
            .filter(({ key }) => SHOWN.has(key))
            .map((fact) => (
              <ReadFact key={fact.key} fact={fact} store={store} />
            ))}
          {email && (
            <FactRow
              name={t('store-details:facts.email')}
              value={<Hatched className="w-28" />}
              label={email.evidence.label}
              source={email.evidence.path}
            />
          )}
        </tbody>
      </table>
    </Card>
  )
}

function ReadFact({ fact, store }: { fact: SampleFact; store: SampleStore }) {
  const { t } = useTranslation('store-details')
  const textOf = useFactText(store)
  const { label, path } = fact.evidence
  return <FactRow name={t(`facts.${fact.key}`)} value={textOf(fact)} label={label} source={path} />
}

type FactRowProps = {
  name: string
  value: React.ReactNode
  label: FactLabel
  source: string | null
}

const th = 'px-3 py-2 text-start font-semibold first:ps-4.5'

function FactRow({ name, value, label, source }: FactRowProps) {
  const { t } = useTranslation(['store-details', 'common'])
  return (
    <tr className="border-b border-line align-top last:border-0">
      <th scope="row" className="py-2.25 ps-4.5 pe-3 text-start font-semibold">
        {name}
      </th>
      <td className={cn('px-3 py-2.25', value === null && 'text-muted')}>
        {value ?? t('common:notPublished')}
      </td>
      <td className="px-3 py-2.25 whitespace-nowrap max-sm:hidden">
        <span
          className={cn('me-1.5 inline-block size-1.75 rounded-full', dots[label])}
          aria-hidden
        />
        {t(`store-details:evidence.labels.${label}`)}
      </td>
      <td className="px-3 py-2.25 font-mono text-2xs wrap-anywhere text-muted max-sm:hidden">
        {source ?? '–'}
      </td>
    </tr>
  )
}

/** A fact of a store in words; null = not published. */
function useFactText({ category }: Pick<SampleStore, 'category'>) {
  const { t } = useTranslation('store-details')
  const formats = useFormats()
  return ({ key, value }: SampleFact): string | null => {
    if (value === null) return null
    if (key === 'category') return category && t(`category.${category}`)
    if (key === 'country') return formats.country(value)
    return key === 'currency' ? formats.currency(value) : value
  }
}
