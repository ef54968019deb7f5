import { Search, X } from 'lucide-react'
import { memo, type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { NO_CHOICE } from '#contracts/catalog/store-filters.ts'
import { useShortcuts } from '#web/lib/browser/shortcuts.ts'
import { useSearchText } from '#web/lib/search-text.ts'
import { Input, Select } from '#web/ui/form/form-controls.tsx'
import { SaveSearchButton } from '#web/workspace/api.ts'
import {
  entriesOf,
  filtersAs,
  isFixed,
  type ListAddress,
  type PageSize,
  pageSizes,
  savedViewOf,
  withChange,
} from './list-address.ts'
import { type ChangeList, useRequestedAddress } from './list-change.ts'
import { type SortChoice, sortChoices, sortNameOf, sortNames } from './sort-choices.ts'
import { useFormats } from '#web/lib/i18n/format.ts'

type Props = {
  change: ChangeList
  /** Opens the filters on screens without a panel. */
  filterButton: ReactNode
}

/** Search field and sort order. */
export function ListToolbar(props: Props) {
  const { filters, sort } = useRequestedAddress().address
  return <Controls {...props} words={filters.q?.include[0] ?? ''} sort={sortNameOf(sort)} />
}

type ControlsProps = Props & {
  /** The search text. */
  words: string
  sort: SortChoice
}

const Controls = memo(function Controls({ words, sort, change, filterButton }: ControlsProps) {
  const { t } = useTranslation('list')
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-3 py-4">
      <SearchField
        label={t('search.label')}
        placeholder={t('search.placeholder')}
        value={words}
        onSearch={(text, isFirst) =>
          change(
            { filters: { q: text ? { include: [text], exclude: [], unknown: false } : NO_CHOICE } },
            { replace: !isFirst },
          )
        }
      />
      {filterButton}
      <Select
        className="min-w-0 max-sm:flex-1 max-sm:basis-36"
        aria-label={t('sort.label')}
        value={sort}
        onChange={(event) => {
          const name = sortNames.find((each) => each === event.target.value)
          if (name) change({ sort: sortChoices[name] })
        }}
      >
        {sortNames.map((name) => (
          <option key={name} value={name}>
            {t(`sort.${name}`)}
          </option>
        ))}
      </Select>
    </div>
  )
})

type SearchFieldProps = {
  label: string
  placeholder: string
  /** The text in the address. */
  value: string
  /** Called after a pause in typing; `isFirst` when there was no search before. */
  onSearch: (text: string, isFirst: boolean) => void
}

/**
 * Search field. Applies the text after a pause, or at once with Enter; Esc empties the field; `/`
 * focuses it.
 */
export function SearchField({ label, placeholder, value, onSearch }: SearchFieldProps) {
  const { t } = useTranslation('list')
  const field = useRef<HTMLInputElement>(null)
  const { text, setText, search } = useSearchText(value, onSearch)
  useShortcuts({ '/': () => field.current?.focus() })
  const clear = () => {
    setText('')
    search('')
    field.current?.focus()
  }
  return (
    <form
      role="search"
      className="relative min-w-44 flex-1"
      onSubmit={(event) => {
        event.preventDefault()
        search(text)
      }}
    >
      <Search
        className="pointer-events-none absolute start-3 top-1/2 size-4.5 -translate-y-1/2 text-muted"
        aria-hidden
      />
      <Input
        ref={field}
        type="search"
        enterKeyHint="search"
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder={placeholder}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && text !== '' && clear()}
        className="ps-10! pe-10! [&::-webkit-search-cancel-button]:hidden"
      />
      {text !== '' && (
        <button
          type="button"
          onClick={clear}
          aria-label={t('search.clear')}
          className="absolute end-1 top-1/2 grid size-9 -translate-y-1/2 place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink"
        >
          <X className="size-4" aria-hidden />
        </button>
      )}
    </form>
  )
}

type SaveSearchProps = { address: ListAddress; query: string }

/**
 * Saves the current search. Available only with filters, because a search without any would match
 * everything.
 */
export function SaveSearch({ address, query }: SaveSearchProps) {
  // As the list reads it: if part of a filter is invalid, the rest applies and is saved.
  const view = savedViewOf(address.view)
  const asListed = withChange(new URLSearchParams(query), {
    view,
    filters: filtersAs(view, address),
    // The pre-launch view is saved as stores, whose default scope is narrower.
    ...(view !== address.view && { launchStatus: address.launchStatus }),
  })
  const isNarrowed = entriesOf(address.filters).some(([key]) => !isFixed(address.view, key))
  return isNarrowed || address.view === 'leads' || address.view === 'prelaunch' ? (
    <SaveSearchButton view={view} query={asListed.toString()} />
  ) : null
}

export function PageSizeSelect({
  value,
  onChange,
}: {
  value: PageSize
  onChange: (size: PageSize) => void
}) {
  const { t } = useTranslation('list')
  return (
    <label className="flex items-center gap-3 text-sm text-muted">
      {t('pageSize')}
      <Select
        value={value}
        onChange={(event) => {
          const size = pageSizes.find((each) => String(each) === event.target.value)
          if (size) onChange(size)
        }}
      >
        {pageSizes.map((size) => (
          <option key={size}>{size}</option>
        ))}
      </Select>
    </label>
  )
}

/** Says up to which moment an answer is complete, when it could not include the latest changes. */
export function AsOf({ time }: { time: string | null }) {
  const { t } = useTranslation('list')
  const formats = useFormats()
  return (
    time !== null && (
      <span className="ms-2 text-sm font-normal text-muted">
        {t('asOf', { time: formats.moment(time) })}
      </span>
    )
  )
}
