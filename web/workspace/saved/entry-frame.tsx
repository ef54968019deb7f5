import { Star } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '#web/lib/cn.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { SaveButton } from './save-button.tsx'
import { useEditSaved } from './edit-saved.ts'
import { NotesField } from './notes-field.tsx'
import { nameOf, type SavedItem, subjectOf } from './saved-address.ts'
import { TagsField } from './tags-field.tsx'

export type EntryProps<Item extends SavedItem> = {
  item: Item
  isSelected: boolean
  onSelect: (isSelected: boolean) => void
}

export function EntryFrame({
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
