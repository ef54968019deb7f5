import { redirect, type LoaderFunctionArgs } from 'react-router'
import {
  areSectionsReady,
  LandingPage,
  type LandingParts,
  prepareSections,
} from '#web/features/landing/landing-page.tsx'
import { languageOf } from '#web/lib/load-texts.ts'
import { pageLoader } from '#web/lib/page-loader.ts'
import { isPaymentReturnToHome } from '#web/lib/payment-return.ts'
import { servicesOf } from '#web/lib/services.ts'
import { paths } from '#web/paths.ts'

export { LandingPage as Component }

const NAMESPACES = [
  'hero',
  'date-picker',
  'comparison',
  'demonstration',
  'platform-benefits',
  'testimonials',
] as const

const load = pageLoader(NAMESPACES, async ({ queryClient, i18n }) => {
  // A separate chunk, because only client-side navigation needs these calls; the first page has all data from the server.
  const { askForLanding } = await import('#web/features/landing/landing-answers.ts')
  await askForLanding(queryClient, languageOf(i18n))
})

/** In the browser the page appears at once, with skeletons for the missing parts; the server waits for all of them. */
export async function loader(args: LoaderFunctionArgs): Promise<Response | LandingParts> {
  const { search, searchParams } = new URL(args.request.url)
  if (isPaymentReturnToHome(searchParams)) return redirect(paths.paymentSuccess(search))
  const { i18n, isServer } = servicesOf(args.context)
  const texts = load(args)
  const sections = Promise.all([texts, prepareSections()])
  const isHere = areSectionsReady() && NAMESPACES.every((name) => i18n.hasResourceBundle(i18n.language, name))
  if (isServer || isHere) {
    await sections
    return null
  }
  // A visitor who leaves before they load must not get an error.
  sections.catch(() => undefined)
  return { texts, sections }
}
