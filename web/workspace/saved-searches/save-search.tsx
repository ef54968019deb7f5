import { BellPlus, BookmarkCheck, BookOpenText } from 'lucide-react'
import { memo, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import {
  MAX_SEARCH_NAME,
  type SavedSearch,
  type SearchView,
} from '#contracts/workspace/saved-searches.ts'
import { readSearchQuery, searchQueryOf } from '#contracts/catalog/search-query.ts'
import {
  ANY,
  type FilterChoice,
  type FilterKey,
  filterKeys,
  NONE,
  storeFilters,
} from '#contracts/catalog/store-filters.ts'
import { type FilterLabels, useFilterLabels } from '#web/lib/i18n/filter-labels.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { useRegisterCommands } from '#web/lib/navigation/page-commands.ts'
import { SEARCH_PARAM } from '#web/lib/navigation/search-path.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Skeleton } from '#web/ui/feedback/loaded.tsx'
import { useSearchChanges, useSearches } from './saved-searches.ts'
import { SearchForm, useSendDraft } from './search-form.tsx'
import { SearchesSheet } from './searches-sheet.tsx'

type Props = {
  view: SearchView
  /** The address of the list, or its search part; dates are ignored. */
  query: string
  /** By which its matches are scored, unless by the default. */
  profile?: string | null
}

/** If it is saved already, the button opens the saved searches. */
export function SaveSearchButton({ view, query: address, profile = null }: Props) {
  const { t } = useTranslation('list')
  const query = searchQueryOf(new URLSearchParams(address))
  const [isOpen, setOpen] = useState(false)
  const { data } = useSearches()
  const isSaved =
    data?.searches.some((search) => search.view === view && search.query === query) ?? false
  const Icon = isSaved ? BookmarkCheck : BellPlus
  const close = () => setOpen(false)
  useRegisterCommands(
    isSaved ? [] : [{ id: 'save-search', label: t('searches.save'), run: () => setOpen(true) }],
  )
  return (
    <>
      <Button variant="secondary" size="sm" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon className="size-4 shrink-0" aria-hidden />
        {t(isSaved ? 'searches.isSaved' : 'searches.save')}
      </Button>
      {isOpen &&
        (isSaved ? (
          <SearchesSheet onClose={close} />
        ) : (
          <SaveSearchDialog view={view} query={query} profile={profile} onClose={close} />
        ))}
    </>
  )
}

type ToSave = Required<Pick<Props, 'view' | 'query' | 'profile'>>
type SaveSearchDialogProps = ToSave & { onClose: () => void }

/** Asks for a name and whether to send mails, or says that the plan's limit is reached. */
function SaveSearchDialog({ onClose, ...search }: SaveSearchDialogProps) {
  const { t } = useTranslation('list')
  const { data, isLoading } = useSearches()
  const isFull = data?.limit != null && data.searches.length >= data.limit
  return (
    <Dialog
      onClose={onClose}
      title={t(isFull ? 'searches.limit.title' : 'searches.form.title')}
      description={isFull ? undefined : t('searches.form.text')}
    >
      {isLoading ? (
        <Skeleton className="grid gap-6 pt-2" bones={['h-18', 'h-18', 'h-11']} />
      ) : isFull ? (
        <LimitReached searches={data.searches} />
      ) : (
        <NewSearch {...search} onClose={onClose} />
      )}
    </Dialog>
  )
}

function NewSearch({ view, query, profile, onClose }: SaveSearchDialogProps) {
  const { t } = useTranslation('list')
  const words = useFilterLabels()
  const { create } = useSearchChanges()
  const form = useSendDraft('save', (draft) => create({ ...draft, view, query, profile }), onClose)
  const name = suggestName(query, words) || t(`searches.everything.${view}`)
  return <SearchForm {...form} initial={{ name, mails: true, instant: false, webhooks: false }} />
}

function LimitReached({ searches }: { searches: readonly SavedSearch[] }) {
  const { t } = useTranslation('list')
  return (
    <div className="grid gap-5 pt-1">
      <p>{t('searches.limit.text')}</p>
      <Notice>
        <p className="font-semibold">{t('searches.limit.have')}</p>
        <ul className="grid gap-0.5">
          {searches.map(({ id, name }) => (
            <li key={id} className="break-words">
              {name}
            </li>
          ))}
        </ul>
      </Notice>
      <LinkButton to={paths.pricing()} className="justify-self-end max-sm:w-full">
        {t('searches.limit.action')}
      </LinkButton>
    </div>
  )
}

/** Such as `Germany, Fashion, Products: 10 – 49`; empty without filters. */
export function suggestName(query: string, words: FilterLabels): string {
  const reading = readSearchQuery(query)
  if (reading.kind === 'refused') return ''
  const { choices } = reading.query
  const parts = filterKeys.flatMap((key) => {
    const choice = choices[key]
    return choice ? [partOf(key, choice, words)] : []
  })
  return shortened(parts)
}

/** `Germany, France` is clear by itself; `Yes` or `Unknown` needs the filter's name. */
function partOf(key: FilterKey, choice: FilterChoice, words: FilterLabels): string {
  const values = words.parts(key, choice).join(', ')
  const { kind } = storeFilters[key]
  const speaks =
    kind === 'text' ||
    (kind === 'options' && choice.include.some((value) => value !== ANY && value !== NONE))
  return speaks && !choice.unknown ? values : `${words.name(key)}${words.colon}${values}`
}

/** As many whole parts as fit. If the first part alone is too long, its beginning. */
function shortened(parts: readonly string[]): string {
  let name = ''
  for (const part of parts) {
    const longer = name ? `${name}, ${part}` : part
    if (longer.length > MAX_SEARCH_NAME)
      return name || `${longer.slice(0, MAX_SEARCH_NAME - 1).trimEnd()}…`
    name = longer
  }
  return name
}

export const SavedSearchesButton = memo(function SavedSearchesButton() {
  const { t } = useTranslation('list')
  const formats = useFormats()
  const [isOpen, setOpen] = useState(false)
  const { data } = useSearches()
  useSeenSearch()
  const fresh = data?.searches.reduce((sum, { newMatches }) => sum + newMatches, 0) ?? 0
  return (
    <>
      <Button variant="secondary" size="sm" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <BookOpenText className="size-4 shrink-0" aria-hidden />
        {t('searches.title')}
        {fresh > 0 && (
          <Badge tone="sun" className="-me-1">
            {t('searches.fresh', formats.counted(fresh))}
          </Badge>
        )}
      </Button>
      {isOpen && <SearchesSheet onClose={() => setOpen(false)} />}
    </>
  )
})

/**
 * A visitor who follows the link of a saved search sees its matches, so they no longer count as
 * new. Then its id leaves the address: a copied address means only the filters.
 */
function useSeenSearch(): void {
  const [params, setParams] = useSearchParams()
  const { markSeen } = useSearchChanges()
  const searchId = params.get(SEARCH_PARAM)
  const marked = useRef<string | null>(null)
  useEffect(() => {
    // The id stays in the address for a moment after its search was marked.
    if (marked.current === searchId) return
    marked.current = searchId
    if (searchId === null) return
    // A search that was deleted, or that belongs to another account, cannot be marked; the list
    // applies the filters all the same.
    markSeen(searchId).catch(() => {})
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        next.delete(SEARCH_PARAM)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  }, [searchId, markSeen, setParams])
}
