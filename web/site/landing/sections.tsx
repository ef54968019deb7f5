import { useTranslation } from 'react-i18next'
import { paths } from '#web/paths.ts'
import { Accordion } from '#web/ui/accordion.tsx'
import { Demonstration } from './demonstration.tsx'
import { Facts } from './facts.tsx'
import { Jobs } from './jobs.tsx'
import { NextStep } from './next-step.tsx'
import { PlansOverview } from './plans-overview.tsx'
import { PreviewSection } from './preview-section.tsx'
import { Section } from './section.tsx'
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
