import { Await, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { pageLoader, PageMeta } from '#web/lib/app/page.tsx'
import { servicesOf } from '#web/lib/app/services.ts'
import { HydratingSuspense } from '#web/lib/i18n/hydrating-suspense.tsx'
import { languageOf } from '#web/lib/i18n/load-texts.ts'
import { isPaymentReturnToHome, paths } from '#web/paths.ts'
import { Skeleton } from '#web/ui/feedback/loaded.tsx'
import { deferred } from '#web/lib/app/deferred.tsx'
import { Hero, HeroSkeleton } from './hero.tsx'

const sections = deferred(async () => (await import('./sections.tsx')).Sections)
/** For the loader: once prepared, everything below the first screen is available. */
const { prepare: prepareSections, isReady: areSectionsReady } = sections

/** Result of the loader: the parts that are still loading, or null when everything is ready. */
type LandingParts = { texts: Promise<unknown>; sections: Promise<unknown> } | null

const LandingPage = () => <LandingSections parts={useLoaderData<LandingParts>()} />

/**
 * Hero and sections, each with a skeleton until it can render. If a part fails to load, the route
 * shows its error screen.
 */
export function LandingSections({ parts }: { parts: LandingParts }) {
  return (
    <>
      <PageMeta page="home" />
      <HydratingSuspense
        fallback={
          <Skeleton>
            <HeroSkeleton />
          </Skeleton>
        }
      >
        <Await resolve={parts?.texts ?? null}>
          <Hero />
        </Await>
      </HydratingSuspense>
      <HydratingSuspense fallback={<SectionsSkeleton />}>
        <Await resolve={parts?.sections ?? null}>
          <sections.Part />
        </Await>
      </HydratingSuspense>
    </>
  )
}

export { LandingPage as Component }

const NAMESPACES = [
  'hero',
  'date-picker',
  'comparison',
  'demonstration',
  'platform-benefits',
  'testimonials',
  'pricing',
  'store-details',
] as const

const load = pageLoader(NAMESPACES, async ({ queryClient, i18n }) => {
  // A separate chunk, because only client-side navigation needs these calls; the first page has all
  // data from the server.
  const { prefetchLanding } = await import('./prefetch-landing.ts')
  await prefetchLanding(queryClient, languageOf(i18n))
})

/**
 * In the browser the page appears at once, with skeletons for the missing parts; the server waits
 * for all of them.
 */
export async function loader(args: LoaderFunctionArgs): Promise<Response | LandingParts> {
  const { search, searchParams } = new URL(args.request.url)
  if (isPaymentReturnToHome(searchParams)) return redirect(paths.paymentSuccess(search))
  const { i18n, isServer } = servicesOf(args.context)
  const texts = load(args)
  const sections = Promise.all([texts, prepareSections()])
  const isHere =
    areSectionsReady() && NAMESPACES.every((name) => i18n.hasResourceBundle(i18n.language, name))
  if (isServer || isHere) {
    await sections
    return null
  }
  // A visitor who leaves before they load must not get an error.
  sections.catch(() => undefined)
  return { texts, sections }
}

/** Shown while the script of the lower sections loads, if the server has not rendered them. */
function SectionsSkeleton() {
  return (
    <Skeleton
      className="page min-h-dvh py-18 sm:py-24"
      bones={['h-9 w-full max-w-md', 'mt-5 h-5 w-full max-w-xl', 'mt-10 h-96 w-full rounded-lg']}
    />
  )
}
