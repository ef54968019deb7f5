import { Search, X } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { NO_CHOICE } from '#contracts/catalog/store-filters.ts'
import { useShortcuts } from '#web/lib/browser/shortcuts.ts'
import { cn } from '#web/lib/cn.ts'
import { useSearchText } from '#web/lib/search-text.ts'
import { type ChangeList, useRequestedAddress } from './list-change.ts'

/** Searches the stores, or the titles of products. */
export function ListSearch({ change, isWide }: { change: ChangeList; isWide: boolean }) {
  const { t } = useTranslation('list')
  const { view, filters, products } = useRequestedAddress().address
  if (view !== 'products') {
    return (
      <SearchField
        isWide={isWide}
        label={t('search.label')}
        placeholder={t('search.placeholder')}
        value={filters.q?.include[0] ?? ''}
        onSearch={(text, isFirst) =>
          change(
            { filters: { q: text ? { ...NO_CHOICE, include: [text] } : NO_CHOICE } },
            { replace: !isFirst },
          )
        }
      />
    )
  }
  return (
    <SearchField
      isWide={isWide}
      label={t('search.titles')}
      placeholder={t('search.titles')}
      value={products.title}
      onSearch={(title, isFirst) => change({ products: { title } }, { replace: !isFirst })}
    />
  )
}

const SMALL =
  'w-9 border-transparent bg-transparent placeholder:text-transparent hover:bg-sunken focus:w-64 focus:border-control focus:bg-surface focus:pe-8 focus:placeholder:text-faint not-placeholder-shown:w-64 not-placeholder-shown:border-control not-placeholder-shown:bg-surface not-placeholder-shown:pe-8 not-focus:placeholder-shown:cursor-pointer'

type SearchFieldProps = {
  /** Otherwise it is as small as its icon until it is used. */
  isWide: boolean
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
function SearchField({ isWide, label, placeholder, value, onSearch }: SearchFieldProps) {
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
      className={isWide ? 'relative w-full' : 'relative'}
      onSubmit={(event) => {
        event.preventDefault()
        search(text)
        // The keys go on in what is found.
        field.current?.blur()
      }}
    >
      <Search
        className="pointer-events-none absolute start-2.5 top-1/2 size-4 -translate-y-1/2 text-muted"
        aria-hidden
      />
      <input
        ref={field}
        type="search"
        enterKeyHint="search"
        aria-label={label}
        aria-keyshortcuts="/"
        title={`${label} (/)`}
        placeholder={placeholder}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && text !== '' && clear()}
        className={cn(
          'block h-9 rounded-md border ps-8.5 text-sm [&::-webkit-search-cancel-button]:hidden pointer-coarse:h-11 pointer-coarse:text-base',
          isWide ? 'w-full border-control bg-surface pe-8 placeholder:text-faint' : SMALL,
        )}
      />
      {text !== '' && (
        <button
          type="button"
          onClick={clear}
          aria-label={t('search.clear')}
          className="absolute end-0.5 top-1/2 grid size-8 -translate-y-1/2 place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink"
        >
          <X className="size-4" aria-hidden />
        </button>
      )}
    </form>
  )
}
