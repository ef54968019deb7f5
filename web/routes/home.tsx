import { redirect, type LoaderFunctionArgs } from 'react-router'
import { LandingPage, prepareSections } from '#web/features/landing/landing-page.tsx'
import { languageOf } from '#web/lib/load-texts.ts'
import { pageLoader } from '#web/lib/page-loader.ts'
import { isPaymentReturnToHome } from '#web/lib/payment-return.ts'
import { paths } from '#web/paths.ts'

export { LandingPage as Component }

const load = pageLoader(
  ['hero', 'date-picker', 'comparison', 'demonstration', 'platform-benefits', 'testimonials'],
  async ({ queryClient, i18n }) => {
    // By itself, as only a page that was reached by a link asks: the first one has it all from the server.
    const { askForLanding } = await import('#web/features/landing/landing-answers.ts')
    await askForLanding(queryClient, languageOf(i18n))
  },
)

export async function loader(args: LoaderFunctionArgs) {
  const { search, searchParams } = new URL(args.request.url)
  if (isPaymentReturnToHome(searchParams)) return redirect(paths.paymentSuccess(search))
  const [answer] = await Promise.all([load(args), prepareSections()])
  return answer
}
