import type { UseQueryResult } from '@tanstack/react-query'
import { type ComponentType, type MouseEvent, type RefObject, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useBeforeUnload } from 'react-router'
import { useShortcuts } from '#web/lib/browser/shortcuts.ts'
import { cn } from '#web/lib/cn.ts'
import { Loaded, StaleNote } from '#web/ui/feedback/loaded.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import type { EntryProps } from './entries.tsx'
import { hasDrafts } from './notes-field.tsx'
import { isStillSaved, listKeyOf, type SavedItem, type SavedView } from './saved-address.ts'
import { NothingToShow, SavedSkeleton, UpgradeToSave } from './saved-states.tsx'
import { SavedToolbar } from './saved-toolbar.tsx'
import { SelectionBar, StoresBar, useSelection } from './selection-bar.tsx'
import { TagSuggestions } from './tags-field.tsx'

type SavedPageOf<Item> = { content: Item[]; totalElements: number; totalPages: number }

type Props<Item extends SavedItem> = {
  view: SavedView
  found: UseQueryResult<SavedPageOf<Item>>
  Entry: ComponentType<EntryProps<Item>>
}

export function SavedList<Item extends SavedItem>({ view, found, Entry }: Props<Item>) {
  const { t } = useTranslation('saved')
  const total = found.data && !found.isPlaceholderData ? shownTotal(found.data) : null
  const search = useRef<HTMLInputElement>(null)
  useBeforeUnload((event) => {
    if (hasDrafts()) event.preventDefault()
  })
  return (
    <>
      <SavedToolbar
        view={view}
        total={total}
        isLoading={total === null && !(found.isError && !found.data)}
        searchRef={search}
      />
      <TagSuggestions tags={view.allTags} />
      <Loaded
        query={found}
        title={t(`failed.${view.kind}`)}
        skeleton={<SavedSkeleton kind={view.kind} />}
        refusals={{ 403: (error) => <UpgradeToSave error={error} /> }}
      >
        {(data) => <Entries view={view} found={found} data={data} Entry={Entry} />}
      </Loaded>
    </>
  )
}

const shownTotal = ({ content, totalElements }: SavedPageOf<SavedItem>) =>
  totalElements - content.filter((item) => !isStillSaved(item)).length

function Entries<Item extends SavedItem>({
  view,
  found,
  data,
  Entry,
}: Props<Item> & { data: SavedPageOf<Item> }) {
  const list = useRef<HTMLUListElement>(null)
  const items = data.content.filter(isStillSaved)
  const selection = useSelection(items, listKeyOf(view.address))
  useEntryShortcuts(list)
  const removalGuard = useRemovalGuard(list, items.length)
  if (items.length === 0 && !found.isFetching)
    return <NothingToShow view={view} total={shownTotal(data)} />
  return (
    <>
      <StaleNote query={found} />
      <ul
        ref={list}
        {...removalGuard}
        aria-busy={found.isPlaceholderData}
        className={cn(
          'rounded-lg border border-line bg-surface transition-opacity duration-150 empty:hidden',
          found.isPlaceholderData && 'opacity-55',
        )}
      >
        {items.map((item) => (
          <Entry
            key={item.id}
            item={item}
            isSelected={selection.has(item)}
            onSelect={(isSelected) => selection.select([item], isSelected)}
          />
        ))}
      </ul>
      {view.kind === 'stores' ? (
        <StoresBar items={items} selection={selection} />
      ) : (
        selection.items.length > 0 && <SelectionBar items={items} selection={selection} />
      )}
      <div className="mt-6">
        <Pagination page={view.address.page} totalPages={data.totalPages} hrefOf={view.hrefOf} />
      </div>
    </>
  )
}

/** A second click within this time was meant for the previous entry. */
const DOUBLE_CLICK_MS = 500

/**
 * The next entry moves up and gets the focus of the removed one; the second half of a double click
 * is ignored.
 */
function useRemovalGuard(list: RefObject<HTMLElement | null>, count: number) {
  const focusedRow = useRef(-1)
  const countBefore = useRef(count)
  const shrunkAt = useRef(-Infinity)
  useEffect(() => {
    const rows = () => [...(list.current?.querySelectorAll('[data-row]') ?? [])]
    const remember = ({ target }: FocusEvent) => {
      const row = target instanceof Element ? target.closest('[data-row]') : null
      focusedRow.current = row ? rows().indexOf(row) : -1
    }
    document.addEventListener('focusin', remember)
    return () => document.removeEventListener('focusin', remember)
  }, [list])
  useEffect(() => {
    const isShorter = count < countBefore.current
    countBefore.current = count
    if (!isShorter) return
    shrunkAt.current = performance.now()
    if (focusedRow.current === -1 || document.activeElement !== document.body) return
    const links = linksIn(list.current)
    links[Math.min(focusedRow.current, links.length - 1)]?.focus()
  }, [list, count])
  return {
    onClickCapture(event: MouseEvent) {
      const isByPointer = event.detail > 0
      if (!isByPointer || event.timeStamp - shrunkAt.current > DOUBLE_CLICK_MS) return
      event.preventDefault()
      event.stopPropagation()
    },
  }
}

/** j and k move; Enter opens an entry, as it is a link; s, f and x press its buttons. */
function useEntryShortcuts(list: RefObject<HTMLElement | null>): void {
  const move = (step: 1 | -1) => {
    const links = linksIn(list.current)
    const row = document.activeElement?.closest('[data-row]')
    const at = links.findIndex((link) => link === document.activeElement || row?.contains(link))
    const next = at === -1 ? links.at(step === 1 ? 0 : -1) : links[at + step]
    next?.focus()
    next?.scrollIntoView({ block: 'nearest' })
  }
  const press = (what: string) => () =>
    document.activeElement?.closest('[data-row]')?.querySelector<HTMLElement>(what)?.click()
  useShortcuts({
    j: () => move(1),
    k: () => move(-1),
    s: press('[data-save]'),
    f: press('[data-row-favorite]'),
    x: press('[data-row-select]'),
  })
}

const linksIn = (list: HTMLElement | null) => [
  ...(list?.querySelectorAll<HTMLElement>('[data-row-link]') ?? []),
]
