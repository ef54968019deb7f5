import { BellPlus, BookmarkCheck } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { searchQueryOf } from '#contracts/search-query.ts'
import type { SearchView } from '#contracts/saved-searches.ts'
import { usePageCommands } from '#web/lib/page-offers.ts'
import { Button } from '#web/ui/button.tsx'
import { SaveSearchDialog } from './save-search-dialog.tsx'
import { SearchesSheet } from './searches-sheet.tsx'
import { useSearches } from './use-searches.ts'

type Props = {
  view: SearchView
  /** The address of the list, or its search part; dates are ignored. */
  query: string
}

/** Saves the current search. If it is saved already, the button says so and opens the saved searches. */
export function SaveSearchButton({ view, query: address }: Props) {
  const { t } = useTranslation('list')
  const query = searchQueryOf(new URLSearchParams(address))
  const [isOpen, setOpen] = useState(false)
  const { data } = useSearches()
  const isSaved = data?.searches.some((search) => search.view === view && search.query === query) ?? false
  const Icon = isSaved ? BookmarkCheck : BellPlus
  const close = () => setOpen(false)
  usePageCommands(isSaved ? [] : [{ id: 'save-search', label: t('searches.save'), run: () => setOpen(true) }])
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
          <SaveSearchDialog view={view} query={query} onClose={close} />
        ))}
    </>
  )
}
