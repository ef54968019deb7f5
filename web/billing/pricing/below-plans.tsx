import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { StructuredData } from '#web/lib/app/page.tsx'
import { useToday } from '#web/lib/dates/calendar.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { useSession, type Visitor, visitorOf } from '#web/lib/session/session.tsx'
import { paths } from '#web/paths.ts'
import { Accordion } from '#web/ui/accordion.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Carousel, type Slide } from '#web/ui/carousel.tsx'
import { PlanTable } from './plan-table.tsx'
import { todayQuery } from './prefetch-pricing.ts'

export const BelowPlans = () => (
  <>
    <PlanTable />
    <div className="mt-12 border-y border-line bg-surface pb-12 sm:mt-16">
      <div className="page">
        <Audiences />
        <Benefits />
      </div>
    </div>
    <Faq />
    <FinalCall />
  </>
)

const PLANS_ID = 'plans'

/** Visitors log in; signed-in users go to the next step for their plan. */
const nextSteps: Record<
  Visitor,
  { to: string | { hash: string }; label: 'login' | 'choose' | 'dashboard' }
> = {
  anonymous: { to: paths.login(), label: 'login' },
  guest: { to: { hash: PLANS_ID }, label: 'choose' },
  paid: { to: paths.app(), label: 'dashboard' },
  unknown: { to: paths.app(), label: 'dashboard' },
}

function FinalCall() {
  const { t } = useTranslation('pricing')
  const { counted } = useFormats()
  const { to, label } = nextSteps[visitorOf(useSession())]
  const { data } = useQuery(todayQuery(useToday()))
  // A link with only a hash would drop the chosen billing period.
  const { search } = useLocation()
  return (
    <section className="-mb-16 border-t border-line bg-surface">
      <div className="page flex flex-wrap items-center justify-between gap-x-8 gap-y-5 py-11">
        <div>
          <h2 className="text-2xl">
            {data && data.totalStores > 0
              ? t('final.counted', counted(data.totalStores))
              : t('final.title')}
          </h2>
          <p className="mt-1.5 text-muted">{t('final.text')}</p>
        </div>
        <LinkButton to={typeof to === 'string' ? to : { search, ...to }} size="lg">
          {t(`final.${label}`)}
        </LinkButton>
      </div>
    </section>
  )
}

const questions = [
  'newly',
  'sources',
  'free',
  'billing',
  'cancel',
  'limits',
  'merchants',
  'removal',
] as const

function Faq() {
  const { t } = useTranslation('pricing')
  const items = questions.map((key) => ({
    key,
    title: t(`faq.items.${key}.question`),
    content: <p>{t(`faq.items.${key}.answer`)}</p>,
  }))
  return (
    <section className="page grid gap-x-14 gap-y-6 py-12 sm:py-14 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
      <h2 className="text-2xl">{t('faq.title')}</h2>
      <Accordion items={items} initial="newly" />
      <FaqData />
    </section>
  )
}

/** The same questions as structured data for search engines. */
function FaqData() {
  const { t } = useTranslation('pricing')
  const mainEntity = questions.map((key) => ({
    '@type': 'Question',
    name: t(`faq.items.${key}.question`),
    acceptedAnswer: { '@type': 'Answer', text: t(`faq.items.${key}.answer`) },
  }))
  return <StructuredData thing={{ '@type': 'FAQPage', mainEntity }} />
}

const benefits = ['early', 'dated', 'evidence', 'followed', 'together', 'measured'] as const

function Benefits() {
  const { t } = useTranslation('pricing')
  const slides = benefits.map((name) => {
    const title = t(`benefits.items.${name}.title`)
    const text = t(`benefits.items.${name}.text`)
    return { key: name, title, content: <SlideText title={title} text={text} /> }
  })
  return <SlidesSection title={t('benefits.title')} slides={slides} />
}

const audiences = [
  ['owners', 'pro'],
  ['researchers', 'pro'],
  ['agencies', 'plus'],
  ['makers', 'plus'],
] as const

function Audiences() {
  const { t } = useTranslation('pricing')
  const slides = audiences.map(([name, plan]) => {
    const title = t(`audiences.items.${name}.title`)
    const note = t(`plans.${plan}.name`)
    const text = t(`audiences.items.${name}.text`)
    return { key: name, title, content: <SlideText title={title} text={text} note={note} /> }
  })
  return <SlidesSection title={t('audiences.title')} slides={slides} />
}

/** A row in which all slides fit on wide screens; elsewhere it is swiped. */
const SlidesSection = ({ title, slides }: { title: string; slides: readonly Slide[] }) => (
  <section className="mt-10">
    <h2 className="mb-5 text-2xl">{title}</h2>
    <Carousel label={title} slides={slides} />
  </section>
)

const SlideText = ({ title, text, note }: { title: string; text: string; note?: string }) => (
  <div className="flex flex-col py-4 pe-5 @[74rem]:not-[li:first-child_&]:ps-5">
    <h3 className="text-base">{title}</h3>
    <p className="mt-1.5 text-sm text-muted">{text}</p>
    {note && <p className="mt-auto pt-2 text-sm font-semibold text-sun-ink">{note}</p>}
  </div>
)
