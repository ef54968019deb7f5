import { pageLoader } from '#web/lib/page-loader.ts'

export { PaymentPage as Component } from '#web/features/payment/payment-page.tsx'

export const loader = pageLoader(['forms', 'payment'])
