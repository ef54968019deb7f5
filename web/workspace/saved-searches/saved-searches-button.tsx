import { BookOpenText } from 'lucide-react'
import { memo, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useFormats } from '#web/lib/i18n/format.ts'
import { SEARCH_PARAM } from '#web/lib/navigation/search-path.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { useSearchChanges, useSearches } from './saved-searches.ts'
import { SearchesSheet } from './searches-sheet.tsx'

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
