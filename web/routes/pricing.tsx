import { redirect, type LoaderFunctionArgs } from 'react-router'
import { getPrices } from '#contracts/plans.ts'
import { q } from '#web/api/query.ts'
import type { PricingTexts } from '#web/features/pricing/pricing-screen.tsx'
import { pageLoader } from '#web/lib/page-loader.ts'
import { isPaymentReturn } from '#web/lib/payment-return.ts'
import { servicesOf } from '#web/lib/services.ts'
import { paths } from '#web/paths.ts'

export { PricingScreen as Component } from '#web/features/pricing/pricing-screen.tsx'

const load = pageLoader(['pricing'], ({ queryClient }) => queryClient.ensureQueryData(q(getPrices, {})))

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
