import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { getProduct } from '#contracts/catalog/products.ts'
import type { SavedProduct } from '#contracts/workspace/saved.ts'
import { q } from '#web/api/query.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Picture } from '#web/ui/store/picture.tsx'
import { offerOf, Price } from '#web/ui/store/price.tsx'
import { EntryFrame, type EntryProps } from './entry-frame.tsx'

export function ProductEntry(props: EntryProps<SavedProduct>) {
  const { t } = useTranslation('saved')
  const { product } = props.item
  const client = useQueryClient()
  const prefetch = () => void client.prefetchQuery(q(getProduct, { params: { id: product.id } }))
  return (
    <EntryFrame {...props}>
      <Picture
        src={product.images[0]?.src ?? null}
        alt=""
        className="size-16 shrink-0 rounded-md border border-line sm:size-24"
      />
      <div className="min-w-0 flex-1">
        <Link
          to={paths.product(product.id)}
          data-row-link
          onPointerEnter={prefetch}
          onFocus={prefetch}
          className="line-clamp-2 font-semibold break-words text-ink hover:underline"
        >
          {product.title}
        </Link>
        <div className="mt-0.5">
          <Price offer={offerOf(product.variants)} currency={product.currency} />
        </div>
        <p className="flex items-center text-sm text-muted">
          <Link
            to={paths.store(product.store.id)}
            className="min-w-0 py-1 break-words hover:text-ink hover:underline"
          >
            {product.store.name}
          </Link>
          <CopyButton value={product.store.domain} label={t('entry.domain')} />
        </p>
        <Marks product={product} />
      </div>
    </EntryFrame>
  )
}

function Marks({ product: { trend, variants, removedAt } }: Pick<SavedProduct, 'product'>) {
  const { t } = useTranslation('saved')
  const formats = useFormats()
  const isSoldOut = variants.length > 0 && !variants.some(({ available }) => available)
  return (
    <p className="flex flex-wrap gap-1.5 empty:hidden">
      {trend && (
        <Badge tone="sun">
          {t(`trend.${trend.badge}`)}
          <span className="font-normal">
            {t('trend.score', { score: formats.number(trend.score) })}
          </span>
        </Badge>
      )}
      {removedAt === null && isSoldOut && <Badge>{t('entry.soldOut')}</Badge>}
      {removedAt !== null && (
        <>
          <Badge tone="bad" className="whitespace-normal!">
            {t('entry.removed')}
          </Badge>
          <span className="text-xs text-muted">
            {t('entry.removedOn', { day: formats.day(removedAt.slice(0, 10)) })}
          </span>
        </>
      )}
    </p>
  )
}
