import type { UseQueryResult } from '@tanstack/react-query'
import { type ComponentType, useRef } from 'react'
import { useBeforeUnload } from 'react-router'
import { cn } from '#web/lib/cn.ts'
import { Pagination } from '#web/ui/pagination.tsx'
import { StaleNote } from '#web/ui/stale-note.tsx'
import type { EntryProps } from './entry-frame.tsx'
import { hasDrafts } from './note-drafts.ts'
import { isStillSaved, type SavedItem } from './saved-item.ts'
import { Failure, NothingToShow } from './saved-states.tsx'
import { SavedSkeleton } from './saved-skeleton.tsx'
import { SavedToolbar } from './saved-toolbar.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { TagSuggestions } from './tag-suggestions.tsx'
import { useEntryKeys } from './use-entry-keys.ts'
import type { SavedView } from './use-saved-list.ts'
import { useSteadyList } from './use-steady-list.ts'
import { useSelection } from './use-selection.ts'

export type SavedPageOf<Item> = { content: Item[]; totalElements: number; totalPages: number }

type Props<Item extends SavedItem> = {
  view: SavedView
  found: UseQueryResult<SavedPageOf<Item>>
  Entry: ComponentType<EntryProps<Item>>
}

/** The toolbar, followed by the entries or by a message. */
export function SavedList<Item extends SavedItem>({ view, found, Entry }: Props<Item>) {
  const total = found.data && !found.isPlaceholderData ? shownTotal(found.data) : null
  const hasFailed = !found.data && (found.isError || found.fetchStatus === 'paused')
  const search = useRef<HTMLInputElement>(null)
  useBeforeUnload((event) => {
    if (hasDrafts()) event.preventDefault()
  })
  return (
    <>
      <SavedToolbar
        view={view}
        total={total}
        isLoading={total === null && !hasFailed && found.fetchStatus !== 'paused'}
        searchRef={search}
      />
      <TagSuggestions tags={view.allTags} />
      {found.data ? (
        <Entries view={view} found={found} data={found.data} Entry={Entry} />
      ) : hasFailed ? (
        <Failure kind={view.kind} error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <SavedSkeleton kind={view.kind} />
      )}
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
  const selection = useSelection(items)
  useEntryKeys(list)
  const steady = useSteadyList(list, items.length)
  if (items.length === 0 && !found.isFetching) return <NothingToShow view={view} total={shownTotal(data)} />
  return (
    <>
      <StaleNote query={found} />
      <ul
        ref={list}
        {...steady}
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
      {selection.items.length > 0 && <SelectionBar items={items} selection={selection} />}
      <div className="mt-6">
        <Pagination page={view.address.page} totalPages={data.totalPages} hrefOf={view.hrefOf} />
      </div>
    </>
  )
}
