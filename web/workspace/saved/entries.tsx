import { useQueryClient } from '@tanstack/react-query'
import { Mail, Star } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { SavedProduct, SavedStore } from '#contracts/workspace/saved.ts'
import { getStoreDetails, type StoreSummary } from '#contracts/catalog/stores.ts'
import { q } from '#web/api/query.ts'
import { cn } from '#web/lib/cn.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { ExternalLink } from '#web/ui/external-link.tsx'
import { ContactsLimited, Country, StoreStatus } from '#web/ui/store/labels.tsx'
import { Picture, StoreLogo } from '#web/ui/store/picture.tsx'
import { getProduct } from '#contracts/catalog/products.ts'
import { offerOf, Price } from '#web/ui/store/price.tsx'
import { useEditSaved } from './edit-saved.ts'
import { NotesField } from './notes-field.tsx'
import { SaveButton } from './save-button.tsx'
import { nameOf, type SavedItem, subjectOf } from './saved-address.ts'
import { TagsField } from './tags-field.tsx'

export function StoreEntry(props: EntryProps<SavedStore>) {
  const { t } = useTranslation('saved')
  const { store } = props.item
  const client = useQueryClient()
  const prefetch = () =>
    void client.prefetchQuery(q(getStoreDetails, { params: { id: String(store.id) } }))
  return (
    <EntryFrame {...props}>
      <StoreLogo url={store.logoUrl} name={store.name} className="size-11 max-[26rem]:hidden" />
      <div className="min-w-0 flex-1">
        <Link
          to={paths.store(store.id)}
          data-row-link
          onPointerEnter={prefetch}
          onFocus={prefetch}
          className="inline-block max-w-full font-semibold break-words text-ink hover:underline"
        >
          {store.name}
        </Link>
        <p className="flex items-center text-sm text-muted">
          <ExternalLink
            href={`https://${store.domain}`}
            className="min-w-0 py-1 wrap-anywhere hover:text-ink hover:underline"
          >
            {store.domain}
          </ExternalLink>
          <CopyButton value={store.domain} label={t('entry.domain')} />
        </p>
        {store.contactsLimited && <ContactsLimited className="mt-1 block" />}
        {store.email !== null && (
          <p className="flex items-center text-sm text-muted">
            <Mail className="me-2 size-4 shrink-0" aria-hidden />
            <span className="min-w-0 wrap-anywhere">{store.email}</span>
            <CopyButton value={store.email} label={t('entry.email')} />
          </p>
        )}
        <Marks store={store} />
      </div>
    </EntryFrame>
  )
}

function Marks({ store }: { store: StoreSummary }) {
  const { t } = useTranslation('saved')
  const formats = useFormats()
  const { productCount } = store
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-muted">
      <StoreStatus status={store.status} />
      {store.launchStatus === 'established' && <Badge>{t('entry.established')}</Badge>}
      {store.country && <Country code={store.country} />}
      <span>{t('entry.foundOn', { day: formats.day(store.foundDay) })}</span>
      {productCount !== null && <span>{t('entry.products', formats.counted(productCount))}</span>}
    </p>
  )
}

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
        <ProductMarks product={product} />
      </div>
    </EntryFrame>
  )
}

function ProductMarks({ product: { trend, variants, removedAt } }: Pick<SavedProduct, 'product'>) {
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
            {t('entry.removedOn', { day: formats.day(removedAt) })}
          </span>
        </>
      )}
    </p>
  )
}

export type EntryProps<Item extends SavedItem> = {
  item: Item
  isSelected: boolean
  onSelect: (isSelected: boolean) => void
}

function EntryFrame({
  item,
  isSelected,
  onSelect,
  children,
}: EntryProps<SavedItem> & { children: ReactNode }) {
  const { t } = useTranslation('saved')
  const formats = useFormats()
  const name = nameOf(item)
  return (
    <li
      data-row
      className={cn(
        'grid grid-cols-1 gap-x-8 gap-y-3 border-b border-line px-3 py-4 last:border-0 sm:px-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,25rem)]',
        isSelected && 'bg-canvas',
      )}
    >
      <div className="flex min-w-0 items-start gap-2 sm:gap-3">
        <label className="-m-1.5 grid size-9 shrink-0 place-items-center self-start pointer-coarse:-m-2.5 pointer-coarse:size-11">
          <input
            type="checkbox"
            data-row-select
            aria-label={t('entry.select', { name })}
            checked={isSelected}
            onChange={(event) => onSelect(event.target.checked)}
            className="size-4.5"
          />
        </label>
        <div className="flex min-w-0 flex-1 items-start gap-3">{children}</div>
        <div className="-mt-1.5 -me-2 flex shrink-0 max-sm:flex-col sm:-me-3">
          <FavoriteButton item={item} />
          <SaveButton subject={subjectOf(item)} isSaved variant="icon" />
        </div>
      </div>
      <div className="grid min-w-0 grid-cols-1 content-start gap-2">
        <NotesField item={item} />
        <TagsField item={item} />
        <p className="px-1 text-xs text-faint">
          {t('entry.savedOn', { day: formats.day(item.createdAt) })}
        </p>
      </div>
    </li>
  )
}

function FavoriteButton({ item }: { item: SavedItem }) {
  const { t } = useTranslation('saved')
  const { edit, isSending } = useEditSaved()
  return (
    <button
      type="button"
      data-row-favorite
      aria-pressed={item.isFavorite}
      aria-busy={isSending || undefined}
      aria-label={t('entry.favorite', { name: nameOf(item) })}
      title={t('keys.favorite')}
      onClick={() => void edit(item, { isFavorite: !item.isFavorite })}
      className={buttonClass('quiet', 'icon', item.isFavorite ? undefined : 'text-muted')}
    >
      <Star
        className={cn(
          'size-4.5',
          item.isFavorite && 'fill-current',
          isSending && 'opacity-50 motion-safe:animate-pulse',
        )}
        aria-hidden
      />
    </button>
  )
}
