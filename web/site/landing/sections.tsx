import { useTranslation } from 'react-i18next'
import type { FactLabel } from '#contracts/catalog/facts.ts'
import type { SampleFact, SampleStore } from '#contracts/site/sample.ts'
import { cn } from '#web/lib/cn.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { paths } from '#web/paths.ts'
import { Hatched } from '#web/site/open-store/row-parts.tsx'
import { Accordion } from '#web/ui/accordion.tsx'
import { Card } from '#web/ui/card.tsx'
import { Demonstration } from './demonstration.tsx'
import { Jobs, useSampleGlance } from './jobs.tsx'
import { ArrowLink, NextStep, Section } from './section.tsx'
import { PlansOverview } from './plans-overview.tsx'
import { PreviewSection } from './preview-section.tsx'
import { Testimonials } from './testimonials.tsx'

/** Everything below the first screen: show, let touch, explain, prove, price, reassure. */
export function Sections() {
  return (
    <>
      <PreviewSection />
      <Jobs />
      <Comparison />
      <Demonstration />
      <Facts />
      <PlansOverview />
      <Testimonials />
      <Questions />
    </>
  )
}

const rows = ['find', 'age', 'products', 'contact', 'trust'] as const

/** The same work twice: by hand, and with Storedawn. */
function Comparison() {
  const { t } = useTranslation('comparison')
  return (
    <Section labelledBy="comparison-title">
      <h2 id="comparison-title" className="text-2xl">
        {t('title')}
      </h2>
      <div className="mt-5 overflow-hidden rounded-lg border border-line text-sm md:grid md:grid-cols-[minmax(0,13.5rem)_minmax(0,1fr)_minmax(0,1.2fr)]">
        <div className="max-md:hidden" aria-hidden />
        <p className="bg-sunken px-5 py-3 font-semibold text-muted max-md:hidden" aria-hidden>
          {t('old')}
        </p>
        <p
          className="border-t-3 border-sun bg-surface px-5 pt-2.25 pb-3 font-semibold max-md:hidden"
          aria-hidden
        >
          {t('new')}
        </p>
        <ul className="contents">
          {rows.map((row) => (
            <ComparisonRow key={row} row={row} />
          ))}
        </ul>
      </div>
      <p className="mt-4.5">
        <NextStep label={t('action')} to={paths.login()} isLink />
      </p>
    </Section>
  )
}

function ComparisonRow({ row }: { row: (typeof rows)[number] }) {
  const { t } = useTranslation('comparison')
  return (
    <li className="border-line max-md:border-b max-md:pb-3 max-md:last:border-b-0 md:contents">
      <h3 className="px-4 pt-3 text-sm tracking-normal md:border-t md:border-line md:px-5 md:py-2.5">
        {t(`rows.${row}.name`)}
      </h3>
      <p className="px-4 pt-0.5 pb-1.5 text-muted md:border-t md:border-line md:bg-sunken md:px-5 md:py-2.5">
        <span className="sr-only">{t('old')}: </span>
        {t(`rows.${row}.old`)}
      </p>
      <p className="mx-4 border-s-3 border-sun ps-3 md:mx-0 md:border-s-0 md:border-t md:border-t-line md:bg-surface md:px-5 md:py-2.5">
        <span className="sr-only">{t('new')}: </span>
        {t(`rows.${row}.new`)}
      </p>
    </li>
  )
}

const questions = ['newly', 'sources', 'free', 'merchants', 'cancel', 'removal'] as const

/** What visitors ask before they sign up, with the answers of the pricing page. */
function Questions() {
  const { t } = useTranslation(['platform-benefits', 'pricing'])
  return (
    <Section labelledBy="questions-title" className="-mb-16 border-t border-line bg-surface">
      <div className="grid gap-x-16 gap-y-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,2.2fr)]">
        <h2 id="questions-title" className="text-2xl">
          {t('platform-benefits:questions')}
        </h2>
        <div className="[&_h3]:text-base [&_summary]:min-h-12 [&_summary]:py-2.5">
          <Accordion
            items={questions.map((key) => ({
              key,
              title: t(`pricing:faq.items.${key}.question`),
              content: <p>{t(`pricing:faq.items.${key}.answer`)}</p>,
            }))}
            initial="newly"
          />
        </div>
      </div>
    </Section>
  )
}

/** Why the list can be trusted: facts of one store of the sample day with their sources. */
function Facts() {
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

type ReadFactProps = { fact: SampleFact; store: SampleStore }

function ReadFact({ fact: { key, value, evidence }, store: { category } }: ReadFactProps) {
  const { t } = useTranslation('store-details')
  const isCategory = key === 'category' && value !== null
  return (
    <FactRow
      name={t(`facts.${key}`)}
      value={isCategory ? category && t(`category.${category}`) : value}
      label={evidence.label}
      source={evidence.path}
    />
  )
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
