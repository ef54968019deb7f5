import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import {
  Await,
  type LoaderFunctionArgs,
  redirect,
  useLoaderData,
  useLocation,
  useSearchParams,
} from 'react-router'
import { getPrices } from '#contracts/billing/plans.ts'
import { q } from '#web/api/query.ts'
import { type Billing, BillingToggle } from '#web/billing/billing-toggle.tsx'
import { pageLoader, PageMeta, StructuredData, type Thing } from '#web/lib/app/page.tsx'
import { servicesOf } from '#web/lib/app/services.ts'
import { isPaymentReturn, paths } from '#web/paths.ts'
import { useSession, type Visitor, visitorOf } from '#web/lib/session/session.tsx'
import { Accordion } from '#web/ui/accordion.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Bone, Skeleton } from '#web/ui/feedback/loaded.tsx'
import { Mark } from '#web/ui/logo.tsx'
import { Arrival } from './arrival.tsx'
import { Audiences, Benefits } from './benefit-slides.tsx'
import { ResumeCheckout } from './pending-choice.tsx'
import { PlanTable } from './plan-table.tsx'
import { Plans } from './plans.tsx'
import type { PaidPlan } from '#contracts/billing/price-list.ts'
import { useSite } from '#web/lib/app/site.tsx'
import type { TierPrice } from './tiers.ts'
import { usePrices } from './use-prices.ts'

/** Result of the loader: the pending texts, or null when they are loaded. */
type PricingTexts = { texts: Promise<unknown> } | null

const PricingScreen = () => (
  <PricingWhenLoaded texts={useLoaderData<PricingTexts>()?.texts ?? null} />
)

export { PricingScreen as Component }

const load = pageLoader(['pricing'], ({ queryClient }) =>
  queryClient.ensureQueryData(q(getPrices, {})),
)

export async function loader(args: LoaderFunctionArgs): Promise<Response | PricingTexts> {
  const { search, searchParams } = new URL(args.request.url)
  if (isPaymentReturn(searchParams)) return redirect(paths.paymentSuccess(search))
  const { i18n, isServer } = servicesOf(args.context)
  const texts = load(args)
  if (isServer || i18n.hasResourceBundle(i18n.language, 'pricing')) return texts
  // A visitor who leaves before they load must not get an error.
  texts.catch(() => undefined)
  return { texts }
}

/**
 * The page, or its skeleton until the texts are loaded. If they fail to load, the route shows its
 * error screen.
 */
export function PricingWhenLoaded({ texts }: { texts: Promise<unknown> | null }) {
  if (!texts) return <PricingPage />
  return (
    <Suspense fallback={<PricingSkeleton />}>
      <Await resolve={texts}>
        <PricingPage />
      </Await>
    </Suspense>
  )
}

export function PricingPage() {
  const { t } = useTranslation('pricing')
  const [billing, setBilling] = useBilling()
  return (
    <>
      <PageMeta page="pricing" />
      <OffersData />
      <div className="page pt-12 sm:pt-20">
        <Arrival />
        <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-6">
          <div className="max-w-2xl">
            <h1 className="text-[clamp(2.2rem,1.6rem+2.6vw,3.6rem)] leading-none tracking-[-0.035em]">
              {t('title')}
            </h1>
            <p className="mt-4 text-lg text-muted">{t('subtitle')}</p>
          </div>
          <BillingToggle value={billing} onChange={setBilling} />
        </div>
        <ResumeCheckout />
        <Plans billing={billing} />
        <GuestNote />
      </div>
      <PlanTable />
      <Audiences />
      <Benefits />
      <Faq />
      <FinalCall />
    </>
  )
}

function GuestNote() {
  const { t } = useTranslation('pricing')
  if (visitorOf(useSession()) !== 'anonymous') return null
  return (
    <section className="mt-14 flex flex-wrap items-center justify-between gap-6 border-y border-rule py-8">
      <div>
        <h2 className="text-xl">{t('guest.title')}</h2>
        <p className="mt-1.5 max-w-xl text-muted">{t('guest.text')}</p>
      </div>
      <LinkButton to={paths.register()} variant="secondary">
        {t('guest.action')}
      </LinkButton>
    </section>
  )
}

/** Shown until the texts are loaded: the head of the page and its three cards. */
function PricingSkeleton() {
  return (
    <>
      <PageMeta page="pricing" />
      <Skeleton className="page min-h-dvh pt-12 sm:pt-20">
        <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-6">
          <div className="w-full max-w-2xl">
            <Bone className="h-12 w-full max-w-lg sm:h-14" />
            <Bone className="mt-5 h-5 w-full" />
            <Bone className="mt-2.5 h-5 w-2/3" />
          </div>
          <Bone className="h-12 w-52" />
        </div>
        <div className="mt-10 grid gap-5 lg:grid-cols-3">
          <Bone className="h-112 rounded-lg" />
          <Bone className="h-112 rounded-lg" />
          <Bone className="h-112 rounded-lg" />
        </div>
      </Skeleton>
    </>
  )
}

const PARAM = 'billing'

/**
 * The billing period is part of the address, so that reload, a language switch and shared links
 * keep it. Monthly has no parameter.
 */
function useBilling(): [Billing, (billing: Billing) => void] {
  const [params, setParams] = useSearchParams()
  const choose = (billing: Billing) =>
    setParams(
      (before) => {
        before.delete(PARAM)
        if (billing === 'annual') before.set(PARAM, billing)
        return before
      },
      { replace: true, preventScrollReset: true },
    )
  return [params.get(PARAM) === 'annual' ? 'annual' : 'monthly', choose]
}

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
  const { to, label } = nextSteps[visitorOf(useSession())]
  // A link with only a hash would drop the chosen billing period.
  const { search } = useLocation()
  return (
    <section className="page mt-18 sm:mt-24">
      <div className="flex flex-wrap items-center justify-between gap-6 border-y border-rule py-10">
        <div className="flex items-center gap-5">
          <Mark className="size-12 max-xs:hidden" />
          <div>
            <h2 className="max-w-lg text-2xl">{t('final.title')}</h2>
            <p className="mt-1.5 text-muted">{t('final.text')}</p>
          </div>
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
    <section className="page mt-18 grid gap-x-14 gap-y-7 sm:mt-24 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
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

const plans: readonly PaidPlan[] = ['pro', 'plus']

/**
 * The self-service plans as structured data, at the prices on the cards; nothing while the prices
 * are unknown.
 */
function OffersData() {
  const { t } = useTranslation('pricing')
  const { origin } = useSite()
  const prices = usePrices()
  if (prices.kind !== 'known') return null
  return plans.map((plan) => (
    <StructuredData
      key={plan}
      thing={{
        '@type': 'Product',
        name: `Storedawn ${t(`plans.${plan}.name`)}`,
        description: t(`plans.${plan}.description`),
        image: `${origin}/icon-512.png`,
        brand: { '@type': 'Brand', name: 'Storedawn' },
        offers: offersOf(prices.of(plan), origin + paths.pricing()),
      }}
    />
  ))
}

/** Billing periods as UN/CEFACT codes. */
function offersOf({ monthlyPrice, annualTotal, currency }: TierPrice, url: string): Thing[] {
  const offer = (amount: number, unitCode: 'MON' | 'ANN'): Thing => {
    const price = { price: amount.toFixed(2), priceCurrency: currency }
    const priceSpecification = {
      '@type': 'UnitPriceSpecification',
      ...price,
      billingDuration: 1,
      unitCode,
    }
    return {
      '@type': 'Offer',
      ...price,
      url,
      availability: 'https://schema.org/InStock',
      priceSpecification,
    }
  }
  return [offer(monthlyPrice, 'MON'), offer(annualTotal, 'ANN')]
}
