import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ProductDetails } from '#contracts/catalog/products.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { Country } from '#web/ui/store/labels.tsx'
import { Picture } from '#web/ui/store/picture.tsx'

type WideProps = { id: string; title: string; children: ReactNode }

/** A card in the text column, as a separate section. */
export const WideCard = ({ id, title, children }: WideProps) => (
  <Card className="min-w-0">
    <section aria-labelledby={id}>
      <h2 id={id} className="px-4 py-3.5 text-sm font-semibold sm:px-5">
        {title}
      </h2>
      {children}
    </section>
  </Card>
)

type SideProps = { title: string; none?: string | false; children?: ReactNode }

/** A card in the column at the side. `none` says that there is nothing to show. */
export const SideCard = ({ title, none, children }: SideProps) => (
  <Card className="p-5">
    <h2 className="eyebrow">{title}</h2>
    {none && <p className="mt-1.5 text-sm text-muted">{none}</p>}
    {children}
  </Card>
)

export function StoreListing({ store }: { store: ProductDetails['alsoIn'][number] }) {
  const { t } = useTranslation(['product-detail', 'common'])
  const formats = useFormats()
  return (
    <li className="group relative flex items-center justify-between gap-4 border-b border-line py-2.5 text-sm last:border-0">
      <div className="min-w-0">
        <Link
          to={paths.product(store.productId)}
          className={`block truncate font-semibold ${wholeRow}`}
        >
          {store.name}
        </Link>
        <p className="flex flex-wrap items-center gap-x-2 text-xs text-muted">
          {store.country && <Country code={store.country} />}
          <span>{t('product-detail:others.found', { day: formats.day(store.foundDay) })}</span>
        </p>
      </div>
      <p className="shrink-0 font-semibold">
        {store.price === null ? (
          <span className="font-normal text-faint">{t('common:notPublished')}</span>
        ) : (
          formats.money(store.price, store.currency)
        )}
      </p>
    </li>
  )
}

const wholeRow =
  'group-hover:underline after:absolute after:inset-0 after:rounded-md focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus'

type SimilarProps = {
  to: string
  imageUrl: string | null
  title: string
  /** Why or where, below the title. */
  about: ReactNode
  price?: ReactNode
}

export const SimilarProduct = ({ to, imageUrl, title, about, price }: SimilarProps) => (
  <li className="group relative flex items-center gap-3 border-b border-line py-2.5 last:border-0">
    <Picture src={imageUrl} alt="" className="size-14 shrink-0 rounded-md border border-line" />
    <div className="min-w-0 flex-1 text-sm">
      <Link to={to} className={`line-clamp-2 font-semibold wrap-anywhere ${wholeRow}`}>
        {title}
      </Link>
      {about}
    </div>
    {price}
  </li>
)
