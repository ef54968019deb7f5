import { ExternalLink as Out } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ProductDetails } from '#contracts/products.ts'
import { externalUrl } from '#web/lib/external-url.ts'
import { useFormats } from '#web/lib/format.ts'
import { paths } from '#web/paths.ts'
import { buttonClass, LinkButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Country } from '#web/ui/country.tsx'
import { StoreLogo } from '#web/ui/store-logo.tsx'

/** Where it is sold: the product's own page, and what we know of the store. */
export function StoreCard({ product: { store, url } }: { product: ProductDetails }) {
  const { t } = useTranslation(['product-detail', 'common'])
  const formats = useFormats()
  const productPage = externalUrl(url)
  return (
    <Card className="p-5">
      <h2 className="eyebrow">{t('product-detail:store.title')}</h2>
      <div className="mt-3 flex items-center gap-3">
        <StoreLogo url={store.logoUrl} name={store.name} className="size-12" />
        <div className="min-w-0">
          <Link to={paths.store(store.id)} className="block truncate font-semibold hover:underline">
            {store.name}
          </Link>
          <p className="truncate text-sm text-muted">{store.domain}</p>
        </div>
      </div>
      <dl className="mt-4 grid gap-1.5 text-sm">
        {store.country && (
          <Line name={t('product-detail:store.country')}>
            <Country code={store.country} />
          </Line>
        )}
        <Line name={t('product-detail:store.found')}>{formats.day(store.foundDay)}</Line>
        <Line name={t('product-detail:store.products')}>
          {store.productCount === null ? t('common:notPublished') : formats.number(store.productCount)}
        </Line>
      </dl>
      <div className="mt-5 grid gap-2.5">
        {productPage && (
          <a
            href={productPage}
            target="_blank"
            rel="noopener nofollow ugc noreferrer"
            className={buttonClass('primary', 'md')}
          >
            {t('product-detail:store.visit')}
            <Out className="size-4 shrink-0" aria-hidden />
            <span className="sr-only">{t('common:newTab')}</span>
          </a>
        )}
        <LinkButton to={paths.store(store.id)} variant="secondary">
          {t('product-detail:store.open')}
        </LinkButton>
      </div>
    </Card>
  )
}

const Line = ({ name, children }: { name: string; children: React.ReactNode }) => (
  <div className="flex items-baseline justify-between gap-4">
    <dt className="text-muted">{name}</dt>
    <dd className="text-end">{children}</dd>
  </div>
)
