import { Check } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Await, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { BillingToggle, useBilling } from '#web/billing/billing-toggle.tsx'
import { pageLoader, PageMeta, StructuredData, type Thing } from '#web/lib/app/page.tsx'
import { deferred } from '#web/lib/app/deferred.tsx'
import { servicesOf } from '#web/lib/app/services.ts'
import { useHydrated } from '#web/lib/browser/browser-storage.ts'
import { useToday } from '#web/lib/dates/calendar.ts'
import { HydratingSuspense } from '#web/lib/i18n/hydrating-suspense.tsx'
import { searchPath } from '#web/lib/navigation/search-path.ts'
import { readWay, type Way } from '#web/lib/navigation/way.ts'
import { isPaymentReturn, paths } from '#web/paths.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { isPaid, planOf, useSession, visitorOf } from '#web/lib/session/session.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Bone, Skeleton } from '#web/ui/feedback/loaded.tsx'
import { ResumeCheckout } from './plan-action.tsx'
import { Plans } from './plans.tsx'
import type { PaidPlan } from '#contracts/billing/price-list.ts'
import { useSite } from '#web/lib/app/site.tsx'
import { annualSaving, type TierPrice } from './tiers.ts'
import { usePrices } from './use-prices.ts'

/** Result of the loader: the pending texts, or null when they are loaded. */
type PricingTexts = { texts: Promise<unknown> } | null

const PricingScreen = () => (
  <PricingWhenLoaded texts={useLoaderData<PricingTexts>()?.texts ?? null} />
)

export { PricingScreen as Component }

/** What the first screen does not need, and what only members need. */
export const below = deferred(async () => (await import('./below-plans.tsx')).BelowPlans)
const planStatus = deferred(async () => (await import('./checkout.tsx')).PlanStatusQuery)

const load = pageLoader(['pricing'], async ({ queryClient }) => {
  const [{ prefetchPricing }] = await Promise.all([
    import('./prefetch-pricing.ts'),
    below.prepare(),
  ])
  await prefetchPricing(queryClient)
})

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
  const [billing, setBilling] = useBilling('monthly')
  return (
    <>
      <PageMeta page="pricing" />
      <OffersData />
      <div className="page pt-10 sm:pt-12">
        <Arrival />
        <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-6">
          <div className="max-w-2xl">
            <h1 className="text-[clamp(2rem,1.4rem+2.2vw,3.2rem)] leading-[1.05] tracking-[-0.038em]">
              {t('title')}
            </h1>
            <p className="mt-3 text-muted sm:text-lg">{t('subtitle')}</p>
          </div>
          <BillingToggle value={billing} onChange={setBilling} saving={useSavings()} />
        </div>
        <ResumeCheckout />
        <Plans billing={billing} />
        <Assurances />
      </div>
      <HydratingSuspense fallback={<Skeleton className="min-h-dvh" />}>
        <below.Part />
      </HydratingSuspense>
      {isPaid(useSession()) && (
        <Suspense>
          <planStatus.Part />
        </Suspense>
      )}
    </>
  )
}

/** What annual billing saves with either plan; undefined while it is unknown, or nothing. */
function useSavings(): string | undefined {
  const { t } = useTranslation('pricing')
  const { planPrice } = useFormats()
  const prices = usePrices()
  if (prices.kind !== 'known') return undefined
  const [pro, plus] = plans.map((plan) => {
    const price = prices.of(plan)
    return planPrice(annualSaving(price), price.currency)
  })
  const isAny = plans.some((plan) => annualSaving(prices.of(plan)) > 0)
  return isAny ? t('billing.saving', { pro, plus }) : undefined
}

const assurances = ['cancel', 'keep', 'larger'] as const

/** How one cancels, and what one keeps. */
function Assurances() {
  const { t } = useTranslation('pricing')
  return (
    <ul className="mt-5 flex flex-wrap gap-x-8 gap-y-1.5 text-sm text-muted">
      {assurances.map((name) => (
        <li key={name} className="flex items-center gap-2">
          <Check className="size-4 shrink-0 text-good" aria-hidden />
          {t(`assurances.${name}`)}
        </li>
      ))}
    </ul>
  )
}

/** Shown until the texts are loaded: the head of the page and its three cards. */
function PricingSkeleton() {
  return (
    <>
      <PageMeta page="pricing" />
      <Skeleton className="page min-h-dvh pt-10 sm:pt-12">
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

/**
 * Above the prices: where a visitor was going who has been sent here, and the way to work for those
 * who have a plan.
 */
function Arrival() {
  const session = useSession()
  const visitor = visitorOf(session)
  const isHydrated = useHydrated()
  if (visitor === 'unknown') return <Bone className="-mt-4 mb-8 h-17 rounded-lg sm:-mt-10" />
  if (session.status === 'signed-in' && visitor === 'paid')
    return <MemberNote plan={planOf(session.user)} />
  return isHydrated && <WayNote isSignedIn={visitor === 'guest'} />
}

const frame =
  '-mt-4 mb-8 flex min-h-17 flex-wrap items-center justify-between gap-x-8 gap-y-3 sm:-mt-10 rounded-lg border border-line bg-surface px-5 py-3'

function MemberNote({ plan }: { plan: ReturnType<typeof planOf> }) {
  const { t } = useTranslation(['pricing', 'navigation'])
  const date = useToday()
  return (
    <div className={frame}>
      <p>{t('pricing:arrival.member', { plan: t(`navigation:plan.${plan}`) })}</p>
      <LinkButton to={searchPath({ kind: 'single', date })}>{t('pricing:arrival.open')}</LinkButton>
    </div>
  )
}

function WayNote({ isSignedIn }: { isSignedIn: boolean }) {
  const [way] = useState(() => readWay(Date.now()))
  return way && <OnTheWay way={way} isSignedIn={isSignedIn} />
}

function OnTheWay({ way, isSignedIn }: { way: Way; isSignedIn: boolean }) {
  const { t } = useTranslation(['pricing', 'navigation'])
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => link.current?.focus({ preventScroll: true }), [])
  // Soft hyphens serve the narrow rail only.
  const place = t(`navigation:work.${way.screen}`).replaceAll('\u00ad', '')
  return (
    <div className={frame}>
      <div className="min-w-0 flex-[1_1_20rem]">
        <p className="font-semibold">{t('pricing:arrival.way', { place })}</p>
        <p className="text-sm text-muted">
          {t(isSignedIn ? 'pricing:arrival.upgrade' : 'pricing:arrival.signIn')}
        </p>
      </div>
      {!isSignedIn && (
        <LinkButton ref={link} to={paths.login()} data-first-focus="">
          {t('pricing:arrival.login')}
        </LinkButton>
      )}
    </div>
  )
}
