import { factOf } from '#discovery/extract/fact.ts'
import { listOf, parseJson, recordOf } from '#discovery/extract/json-value.ts'
import { paymentBrandOf } from '#discovery/extract/payments/payment-brands.ts'
import type { Fact, Page } from '#discovery/extract/store-snapshot.ts'
import type { ReadPage, Visit } from '#discovery/extract/visit.ts'

type Mark = { mark: string; page: Page; path: string; label: 'observed' | 'detected' }

/** The card networks that the page passes to the browser's wallet. */
function walletNetworks({ page, scan }: ReadPage): Mark[] {
  const script = scan.scripts.find(({ id }) => id === 'apple-pay-shop-capabilities')
  const networks = listOf(recordOf(parseJson(script?.text ?? ''))['supportedNetworks']).slice(0, 50)
  return networks.flatMap((network) =>
    typeof network === 'string'
      ? [
          {
            mark: network,
            page,
            path: '#apple-pay-shop-capabilities.supportedNetworks',
            label: 'observed' as const,
          },
        ]
      : [],
  )
}

/** Brands by the pictures that the shop shows, then those in its settings. No duplicates: the first place counts. */
export function extractPaymentBrands({ pages, meta }: Visit): Fact<{ id: string; name: string }>[] {
  const marks: Mark[] = [
    ...pages.flatMap(({ page, scan }) =>
      scan.paymentMarks.map((mark) => ({ mark, page, path: 'payment picture', label: 'detected' as const })),
    ),
    ...pages.flatMap(walletNetworks),
    ...(meta?.cardBrands ?? []).flatMap((mark) =>
      meta
        ? [
            {
              mark,
              page: meta.page,
              path: 'meta.json#shopify_pay_enabled_card_brands',
              label: 'observed' as const,
            },
          ]
        : [],
    ),
  ]
  const found = new Map<string, Fact<{ id: string; name: string }>>()
  for (const { mark, page, path, label } of marks) {
    const brand = paymentBrandOf(mark)
    if (brand && !found.has(brand.id)) found.set(brand.id, factOf(brand, label, page, path))
  }
  return [...found.values()]
}
