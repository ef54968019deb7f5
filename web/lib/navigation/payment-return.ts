/**
 * Payment pages return to `/` or to `/pricing`; both redirect to the result page with the full
 * query.
 */
export const isPaymentReturnToHome = (search: URLSearchParams): boolean =>
  search.get('success') === 'true' || search.has('checkout_id')

export const isPaymentReturn = (search: URLSearchParams): boolean =>
  isPaymentReturnToHome(search) ||
  search.has('order_id') ||
  search.has('session_id') ||
  ['success', 'completed'].includes(search.get('status') ?? '')
