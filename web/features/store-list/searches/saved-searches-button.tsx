import { BookOpenText } from 'lucide-react'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '#web/lib/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { SearchesSheet } from './searches-sheet.tsx'
import { useSearches } from './use-searches.ts'
import { useSeenSearch } from './use-seen-search.ts'

/** Opens the saved searches and shows how many new matches they have. */
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
            {t('searches.fresh', { count: fresh, total: formats.number(fresh) })}
          </Badge>
        )}
      </Button>
      {isOpen && <SearchesSheet onClose={() => setOpen(false)} />}
    </>
  )
})
