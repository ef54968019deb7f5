import { redirect, type LoaderFunctionArgs } from 'react-router'
import { getHighlights } from '#contracts/public.ts'
import { q } from '#web/api/query.ts'
import { pageLoader } from '#web/lib/page-loader.ts'
import { isPaymentReturnToHome } from '#web/lib/payment-return.ts'
import { paths } from '#web/paths.ts'

export { LandingPage as Component } from '#web/features/landing/landing-page.tsx'

const load = pageLoader(['hero', 'platform-benefits'], ({ queryClient }) =>
  queryClient.ensureQueryData(q(getHighlights, {})),
)

export function loader(args: LoaderFunctionArgs) {
  const { search, searchParams } = new URL(args.request.url)
  if (isPaymentReturnToHome(searchParams)) return redirect(paths.paymentSuccess(search))
  return load(args)
}
