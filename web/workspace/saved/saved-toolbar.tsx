import { Ellipsis, History, Star, X } from 'lucide-react'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { keysOf } from '#contracts/keys.ts'
import { useShortcuts } from '#web/lib/browser/shortcuts.ts'
import { NARROW, useMedia } from '#web/lib/browser/media.ts'
import { cn } from '#web/lib/cn.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { paths } from '#web/paths.ts'
import { Button, buttonClass, LinkButton } from '#web/ui/button.tsx'
import { ExportButton, FeedButton } from '#web/workspace/late-dialog-buttons.tsx'
import { Bone } from '#web/ui/feedback/loaded.tsx'
import { Select } from '#web/ui/form/form-controls.tsx'
import { SearchField } from '#web/ui/form/search-field.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { ShortcutHelp } from '#web/ui/work-bar.tsx'
import { isSavedSortName, savedQueryOf, savedSorts, type SavedView } from './saved-address.ts'

type Props = {
  view: SavedView
  /** Null while unknown. */
  total: number | null
  isLoading: boolean
  searchRef: RefObject<HTMLInputElement | null>
}

/** What finds no room waits behind a button, so that the first entry is on the first screen. */
export function SavedToolbar({ view, total, isLoading, searchRef }: Props) {
  const { t } = useTranslation(['saved', 'list'])
  const formats = useFormats()
  const isNarrow = useMedia(NARROW)
  const { kind, address, change } = view
  const totalKey = kind === 'stores' ? 'saved:totalStores' : 'saved:totalProducts'
  const tools = <Tools view={view} total={total} />
  return (
    <div className="grid gap-3 py-5 max-work:gap-1 max-work:py-2">
      <div role="search" className="flex gap-3 max-work:gap-2">
        <SearchField
          label={t('saved:search.label')}
          placeholder={t('saved:search.placeholder')}
          maxLength={100}
          clear={t('saved:search.clear')}
          value={address.text}
          onSearch={(text, isFirst) => change({ text }, { replace: !isFirst })}
          field={searchRef}
          className="min-w-0 flex-1"
        />
        {!isNarrow && <TagSelect view={view} />}
        <Button
          variant="secondary"
          aria-pressed={address.isFavorite}
          title={t('saved:favorites')}
          onClick={() => change({ isFavorite: !address.isFavorite })}
          className={cn('max-work:px-3', address.isFavorite && 'border-ink bg-sunken')}
        >
          <Star className={cn('size-4.5', address.isFavorite && 'fill-current')} aria-hidden />
          <span className="max-work:sr-only">{t('saved:favorites')}</span>
        </Button>
        {isNarrow && (
          <Popover
            label={t('list:more')}
            className="w-72"
            button={{
              'aria-label': t('list:more'),
              title: t('list:more'),
              className: buttonClass('secondary', 'md', 'px-3'),
              children: <Ellipsis className="size-4.5" aria-hidden />,
            }}
          >
            {() => (
              <div className="grid justify-items-start gap-2">
                <TagSelect view={view} />
                {tools}
              </div>
            )}
          </Popover>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <p
          role="status"
          className="min-w-40 flex-1 text-lg font-semibold max-work:text-sm max-work:leading-8"
        >
          {isLoading && <Bone className="my-1 h-6 w-40" />}
          {total !== null && t(totalKey, formats.counted(total))}
        </p>
        {isNarrow && address.tag && (
          <Button
            variant="quiet"
            size="sm"
            aria-label={t('list:chosen.remove', {
              filter: `${t('saved:tag.label')}: ${address.tag}`,
            })}
            className="min-w-0"
            onClick={() => change({ tag: '' })}
          >
            <span className="min-w-0 truncate">{address.tag}</span>
            <X className="size-4 shrink-0" aria-hidden />
          </Button>
        )}
        {!isNarrow && tools}
        <Help searchRef={searchRef} />
      </div>
    </div>
  )
}

/** The order, and what one can do with all of them. */
function Tools({ view: { kind, address, change }, total }: Pick<Props, 'view' | 'total'>) {
  const { t } = useTranslation('saved')
  return (
    <>
      <Select
        aria-label={t('sort.label')}
        value={address.sort}
        onChange={({ target: { value } }) => isSavedSortName(value) && change({ sort: value })}
        className="max-w-full"
      >
        {keysOf(savedSorts).map((name) => (
          <option key={name} value={name}>
            {t(`sort.${name}`)}
          </option>
        ))}
      </Select>
      {kind === 'stores' && (
        <>
          <LinkButton to={paths.changes({ saved: 'yes' })} variant="secondary">
            <History className="size-4 shrink-0" aria-hidden />
            {t('changes')}
          </LinkButton>
          <FeedButton label={t('feed')} />
        </>
      )}
      {total !== 0 && (
        <ExportButton
          view={kind === 'stores' ? 'savedStores' : 'savedProducts'}
          query={savedQueryOf(address)}
          total={total}
        />
      )}
    </>
  )
}

/**
 * Shown once there are tags. A tag in the address stays selectable even when no item carries it any
 * more.
 */
function TagSelect({ view: { kind, address, ownTags, change } }: Pick<Props, 'view'>) {
  const { t } = useTranslation('saved')
  const formats = useFormats()
  const isKnown = ownTags.some(({ name }) => name === address.tag)
  if (ownTags.length === 0 && !address.tag) return null
  return (
    <Select
      aria-label={t('tag.label')}
      value={address.tag}
      onChange={({ target: { value } }) => change({ tag: value })}
      className="max-w-full"
    >
      <option value="">{t('tag.all')}</option>
      {address.tag && !isKnown && <option value={address.tag}>{address.tag}</option>}
      {ownTags.map((tag) => (
        <option key={tag.name} value={tag.name}>
          {tag.name} ({formats.number(tag[kind])})
        </option>
      ))}
    </Select>
  )
}

function Help({ searchRef }: Pick<Props, 'searchRef'>) {
  const { t } = useTranslation(['saved', 'components'])
  useShortcuts({ '/': () => searchRef.current?.focus() })
  return (
    <ShortcutHelp
      lines={[
        { keys: ['/'], effect: t('keys.search') },
        { keys: ['j', 'k'], effect: t('keys.move') },
        { keys: ['Enter'], effect: t('keys.open') },
        { keys: ['s'], effect: t('components:saving.unsave') },
        { keys: ['f'], effect: t('keys.favorite') },
        { keys: ['x'], effect: t('keys.select') },
      ]}
    />
  )
}
