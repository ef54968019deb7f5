import { redirect, type LoaderFunctionArgs } from 'react-router'
import { getHighlights, getPublicStats } from '#contracts/public.ts'
import { q } from '#web/api/query.ts'
import { LandingPage, prepareSections } from '#web/features/landing/landing-page.tsx'
import { testimonialsQuery } from '#web/features/landing/use-testimonials.ts'
import { languageOf } from '#web/lib/load-texts.ts'
import { pageLoader } from '#web/lib/page-loader.ts'
import { isPaymentReturnToHome } from '#web/lib/payment-return.ts'
import { paths } from '#web/paths.ts'

export { LandingPage as Component }

const load = pageLoader(
  ['hero', 'date-picker', 'comparison', 'demonstration', 'platform-benefits', 'testimonials'],
  ({ queryClient, i18n }) =>
    Promise.allSettled([
      queryClient.ensureQueryData(q(getHighlights, {})),
      queryClient.ensureQueryData(q(getPublicStats, { query: {} })),
      queryClient.ensureQueryData(testimonialsQuery(languageOf(i18n))),
    ]),
)

export async function loader(args: LoaderFunctionArgs) {
  const { search, searchParams } = new URL(args.request.url)
  if (isPaymentReturnToHome(searchParams)) return redirect(paths.paymentSuccess(search))
  const [answer] = await Promise.all([load(args), prepareSections()])
  return answer
}
