import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { RisingProduct, Today } from '#contracts/catalog/today.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Bone } from '#web/ui/feedback/loaded.tsx'
import { Picture } from '#web/ui/store/picture.tsx'
import { BoardCard, Empty } from './board-card.tsx'

const SHELF =
  'grid grid-cols-6 gap-3 px-4 pb-3.5 max-work:auto-cols-[8.5rem] max-work:grid-flow-col max-work:grid-cols-none max-work:snap-x max-work:overflow-x-auto'
const SHAPE = 'aspect-[7/5] w-full rounded-md'

type Props = { rising: Today['rising'] | null; more?: ReactNode }

/** The products with the highest scores of a day, each with the way to all its stores. */
export function RisingProducts({ rising, more }: Props) {
  const { t } = useTranslation('today')
  return (
    <BoardCard title={t('figures.rising')} note={t('rising.note')} more={more}>
      {rising?.length === 0 ? (
        <Empty>{t('rising.none')}</Empty>
      ) : (
        <ul className={SHELF}>
          {rising
            ? rising.map((product) => <Product key={product.id} product={product} />)
            : Array.from({ length: 6 }, (_, at) => <ProductBone key={at} />)}
        </ul>
      )}
    </BoardCard>
  )
}

function Product({ product }: { product: RisingProduct }) {
  const { t } = useTranslation('today')
  const formats = useFormats()
  const { id, title, titleLanguage, imageUrl, price, score, listingStores, newStores } = product
  return (
    <li className="group relative min-w-0 snap-start">
      <Picture src={imageUrl} alt="" isEager className={SHAPE} />
      <h3 className="mt-2 line-clamp-2 h-9 text-xs font-semibold" lang={titleLanguage ?? undefined}>
        <Link
          to={paths.cluster(id)}
          title={title}
          className="group-hover:underline after:absolute after:inset-0"
        >
          {title}
        </Link>
      </h3>
      <p className="flex items-center justify-between gap-2 text-xs font-semibold">
        {price ? formats.money(price.median, price.currency) : '–'}
        <Badge tone="sun" className="px-1.5 py-0">
          <span className="sr-only">{t('rising.score')}</span>
          {formats.number(score)}
        </Badge>
      </p>
      <p className="truncate text-xs text-muted">
        {t('rising.stores', {
          ...formats.counted(listingStores),
          fresh: formats.number(newStores),
        })}
      </p>
    </li>
  )
}

const ProductBone = () => (
  <li className="min-w-0">
    <Bone className={SHAPE} />
    <Bone className="mt-2.5 mb-5.5 h-3.5" />
    <Bone className="my-0.5 h-3.5 w-16" />
    <Bone className="my-0.5 h-3.5 w-24" />
  </li>
)
