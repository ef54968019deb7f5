import { redirect, type LoaderFunctionArgs } from 'react-router'
import { pageLoader } from '#web/lib/page-loader.ts'
import { isPaymentReturnToPricing } from '#web/lib/payment-return.ts'
import { paths } from '#web/paths.ts'

export { PricingPage as Component } from '#web/features/pricing/pricing-page.tsx'

const load = pageLoader(['pricing'])

export function loader(args: LoaderFunctionArgs) {
  const { search, searchParams } = new URL(args.request.url)
  if (isPaymentReturnToPricing(searchParams)) return redirect(paths.paymentSuccess(search))
  return load(args)
}
